import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, jest } from '@jest/globals';
import { Router } from '../../../app/router';
import { clearPersonalData } from '../../session/personal-data';
import { player } from '../../../test/home';
import { declined, membership, payByCard, paymentServer } from '../../../test/payments';
import { isDestructive } from '../../../test/profile';
import { renderAt } from '../../../test/render';
import { problem, serve, signedOut } from '../../../test/server';

type Responses = Parameters<typeof serve>[0];

async function open(more: Responses = {}, at = '/stripe-signup') {
  let hasAccount = false;
  const calls = serve(
    paymentServer({
      'GET /api/auth/user': () => (hasAccount ? { ...player, status: 'pending' } : signedOut()),
      'GET /config.json': {},
      'POST /api/create-trial-subscription': { clientSecret: 'seti_1_secret_1' },
      'POST /api/stripe-signup': () => {
        hasAccount = true;
        return Response.json({ status: 'pending' }, { status: 201 });
      },
      'mutation settleMembership': membership({ status: 'trialing', isPro: true }),
      'query membership': membership({ status: 'trialing', isPro: true }),
      ...more,
    }),
  );
  const stage = renderAt(at, <Router />);
  return { ...stage, calls, to: (path: string) => calls.filter((call) => call.path === path) };
}
type Stage = Awaited<ReturnType<typeof open>>;

const required = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  'E-mail': 'ada@example.com',
  Phone: '+61 412 345 678',
  City: 'Byron Bay',
  'State or region': 'NSW',
};
async function fill(values: Partial<typeof required> = required) {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(await screen.findByLabelText(new RegExp(`^${label}`)), { target: { value } });
}
const send = (stage: Stage) => stage.user.click(screen.getByRole('button', { name: 'Continue to card authorization' }));
async function toPayment(more?: Responses) {
  const stage = await open(more);
  await fill();
  await send(stage);
  await screen.findByRole('region', { name: '$0.00 card authorization for age verification' });
  return stage;
}
const START = 'Start free trial';

describe('the trial sign-up', () => {
  it('collects the details, asks for the trial and shows the payment step [TRIAL-01 TRIAL-02 TRIAL-07]', async () => {
    const stage = await open();
    await fill();
    fireEvent.change(screen.getByLabelText(/^Tag name/), { target: { value: 'ENCHANTRESS' } });
    fireEvent.change(screen.getByLabelText(/^Referral code/), { target: { value: 'WALL-7' } });
    expect(screen.getByRole('combobox', { name: 'Experience' })).toHaveTextContent('Beginner');
    await stage.user.click(screen.getByRole('checkbox', { name: 'Murals' }));
    await send(stage);
    expect(await screen.findByRole('region', { name: '$0.00 card authorization for age verification' })).toBeVisible();
    expect(stage.to('/api/create-trial-subscription').map(({ body }) => body)).toEqual([
      {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@example.com',
        phone: '+61 412 345 678',
        city: 'Byron Bay',
        state: 'NSW',
        tagName: 'ENCHANTRESS',
        experienceLevel: 'beginner',
        interests: ['Murals'],
        referralCode: 'WALL-7',
      },
    ]);
    expect(stage.to('/api/stripe-signup')).toEqual([]);
  });

  it.each(Object.keys(required))('without "%s" nothing is sent [TRIAL-04]', async (label) => {
    const stage = await open();
    await fill({ ...required, [label]: ' ' });
    await send(stage);
    await waitFor(() => expect(screen.getByLabelText(new RegExp(`^${label}`))).toBeInvalid());
    expect(stage.to('/api/create-trial-subscription')).toEqual([]);
  });

  it('what is typed comes back after a reload, but not to another account, and not after signing out', async () => {
    const as = (id: string) => ({
      'GET /api/auth/user': { ...player, id, city: '' },
      'query membership': membership({ canTrial: true }),
      'query myContacts': [],
    });
    const first = await open(as('p1'));
    await fill({ City: 'Byron Bay' });
    first.unmount();
    const other = await open(as('p2'));
    expect(await screen.findByLabelText(/^City/)).toHaveValue('');
    other.unmount();
    const again = await open(as('p1'));
    expect(await screen.findByLabelText(/^City/)).toHaveValue('Byron Bay');
    again.unmount();
    await clearPersonalData();
    await open(as('p1'));
    expect(await screen.findByLabelText(/^City/)).toHaveValue('');
  });

  it('the payment step says what is charged and when [TRIAL-08 TRIAL-10 MEMB-12]', async () => {
    await toPayment();
    const step = within(screen.getByRole('region', { name: '$0.00 card authorization for age verification' }));
    expect(
      step.getByText(
        /7-day free trial starts now\. Nothing is charged today\. Afterwards Pro costs \$9\.99 a month\. Cancel at any time/,
      ),
    ).toBeVisible();
    expect(await step.findByRole('form', { name: 'Card' })).toBeVisible();
    expect(step.getByText('Test mode')).toBeVisible();
    expect(screen.getByRole('list', { name: 'What is charged, and when' })).toHaveTextContent(
      /Today\$0\.00.*We send you a reminder.*The first \$9\.99/,
    );
  });

  it('signs up before the card is confirmed, then leads to the profile [TRIAL-12 TRIAL-14 TRIAL-15]', async () => {
    const stage = await toPayment();
    await payByCard(stage.user, START);
    expect(await screen.findByText('Account Created Successfully!')).toBeVisible();
    expect(screen.getByText("Your 7-day free trial has started. Now let's create your profile!")).toBeVisible();
    await waitFor(() => expect(stage.path()).toBe('/avatar-creation'));
    const order = stage.calls.map(({ path }) => path);
    expect(order.indexOf('/api/stripe-signup')).toBeLessThan(order.indexOf('/v1/setup_intents/seti_1/confirm'));
    expect(stage.to('/api/stripe-signup')[0]!.body).toEqual({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      phone: '+61 412 345 678',
      city: 'Byron Bay',
      state: 'NSW',
      experienceLevel: 'beginner',
      interests: [],
    });
    const confirmed = new URLSearchParams(stage.to('/v1/setup_intents/seti_1/confirm')[0]!.body as string);
    expect(confirmed.get('return_url')).toBe(`${window.location.origin}/avatar-creation`);
    expect(Object.keys(sessionStorage).filter((key) => key.includes('trial-sign-up'))).toEqual([]);
  });

  it('says why a card was refused; another one is tried without a second account [TRIAL-16]', async () => {
    let tries = 0;
    const stage = await toPayment({
      'POST /v1/setup_intents/seti_1/confirm': () =>
        ++tries === 1 ? declined('Your card was declined.') : { id: 'seti_1', status: 'succeeded' },
    });
    await payByCard(stage.user, START);
    expect(await screen.findByText('Signup Failed')).toBeVisible();
    isDestructive('Signup Failed');
    expect(screen.getAllByText('Your card was declined.')[0]).toBeVisible();
    await payByCard(stage.user, START);
    await waitFor(() => expect(stage.path()).toBe('/avatar-creation'));
    expect(stage.to('/api/stripe-signup')).toHaveLength(1);
  });

  it('says why the account was refused, and confirms nothing [TRIAL-16]', async () => {
    const stage = await toPayment({
      'POST /api/stripe-signup': problem(422, 'VALIDATION_FAILED', 'This phone number is not valid.'),
    });
    await payByCard(stage.user, START);
    expect(await screen.findByText('Signup Failed')).toBeVisible();
    expect(screen.getAllByText('This phone number is not valid.')[0]).toBeVisible();
    expect(stage.to('/v1/setup_intents/seti_1/confirm')).toEqual([]);
  });

  it.each([
    ['Tag name', problem(409, 'USERNAME_TAKEN', 'This username is taken.'), 'This username is taken.'],
    [
      'Phone',
      problem(422, 'VALIDATION_FAILED', 'Something is not valid.', [
        { field: 'phone', code: 'INVALID', detail: 'This phone number is not valid.' },
      ]),
      'This phone number is not valid.',
    ],
  ])('a refusal that names %s leads back to it, with what was typed', async (label, refusal, sentence) => {
    const stage = await toPayment({ 'POST /api/stripe-signup': refusal });
    await payByCard(stage.user, START);
    const field = await screen.findByLabelText(new RegExp(`^${label}`));
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAccessibleDescription(expect.stringContaining(sentence));
    expect(screen.getByLabelText(/^City/)).toHaveValue('Byron Bay');
    expect(screen.getByText('Signup Failed')).toBeVisible();
    await send(stage);
    expect(await screen.findByRole('region', { name: '$0.00 card authorization for age verification' })).toBeVisible();
  });

  it('without a message it says that the account was not created [TRIAL-17]', async () => {
    const stage = await toPayment({ 'POST /api/stripe-signup': new Response(null, { status: 500 }) });
    await payByCard(stage.user, START);
    expect(await screen.findByText('Failed to create account')).toBeVisible();
  });

  it('a trial that is refused is logged and said on the form, without a toast [TRIAL-18]', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const stage = await open({
      'POST /api/create-trial-subscription': problem(409, 'TRIAL_USED', 'You had your trial.'),
    });
    await fill();
    await send(stage);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You had your trial.Sign in and become a member without a trial',
    );
    expect(log).toHaveBeenCalledWith('The trial could not be created:', expect.anything());
    expect(screen.queryByText('Signup Failed')).toBeNull();
  });

  it('says when the card or a contact had a trial before, which is known only now', async () => {
    const stage = await toPayment({ 'mutation settleMembership': membership() });
    await payByCard(stage.user, START);
    expect(await screen.findByText('No Free Trial')).toBeVisible();
    await waitFor(() => expect(stage.path()).toBe('/avatar-creation'));
  });

  it('keeps what was typed over a reload, and on the way back from the payment', async () => {
    const stage = await toPayment();
    await stage.user.click(screen.getByRole('button', { name: 'Change your details' }));
    expect(await screen.findByLabelText(/^City/)).toHaveValue('Byron Bay');
    stage.unmount();
    await open();
    expect(await screen.findByLabelText(/^First name/)).toHaveValue('Ada');
  });

  it('a player has an account already; one who had the trial is led to the membership', async () => {
    const stage = await open({
      'GET /api/auth/user': player,
      'query membership': membership({ canTrial: true }),
      'query myContacts': [{ kind: 'email', value: 'jo@example.org', verified: true }],
    });
    expect(await screen.findByLabelText(/^First name/)).toHaveValue('Jo');
    await waitFor(() => expect(screen.getByLabelText(/^E-mail/)).toHaveValue('jo@example.org'));
    await fill();
    await send(stage);
    await payByCard(stage.user, START);
    await waitFor(() => expect(stage.path()).toBe('/avatar-creation'));
    expect(stage.to('/api/stripe-signup')).toEqual([]);
    stage.unmount();
    await open({ 'GET /api/auth/user': player, 'query membership': membership() });
    expect(await screen.findByRole('link', { name: 'Go to Sprayhunt Pro' })).toHaveAttribute('href', '/subscribe');
  });

  it.each([
    ['succeeded', 'Account Created Successfully!'],
    ['failed', 'Signup Failed'],
  ])('says how an authentication elsewhere ended: %s', async (status, title) => {
    const stage = await open(
      { 'GET /api/auth/user': { ...player, status: 'pending' } },
      `/avatar-creation?setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_1&redirect_status=${status}`,
    );
    expect(await screen.findByText(title)).toBeVisible();
    await waitFor(() => expect(stage.path()).toBe('/avatar-creation'));
  });
});
