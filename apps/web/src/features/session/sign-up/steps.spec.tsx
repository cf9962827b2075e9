import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Router } from '../../../app/router';
import { renderAt } from '../../../test/render';
import { problem, serve, signedOut } from '../../../test/server';
import { stubGlobal } from '../../../test/stub-global';

const NAME = { Username: 'ada', 'First name': 'Ada', 'Last name': 'Lovelace', 'Date of birth': '1990-12-10' };
const CONTACT = { Phone: '+61 412 345 678', 'E-mail': 'ada@example.com' };
const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));

beforeEach(() => {
  stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }));
});

async function openOnPhone(
  response: () => Response | object = () => Response.json({ status: 'pending' }, { status: 201 }),
) {
  const calls = serve({ 'GET /api/auth/user': signedOut, 'GET /config.json': {}, 'POST /api/sms-signup': response });
  const stage = renderAt('/signup', <Router />);
  await screen.findByText(/^Step 1 of 3/);
  const goOn = async (values: object) => {
    for (const [label, value] of Object.entries(values)) fireEvent.change(field(label), { target: { value } });
    await stage.user.click(screen.getByRole('button', { name: 'Continue' }));
  };
  return { ...stage, goOn, signUps: () => calls.filter(({ path }) => path === '/api/sms-signup') };
}

describe('the phone sign-up on a phone', () => {
  it('takes three steps, each named, and sends them together', async () => {
    const { user, goOn, signUps } = await openOnPhone();
    expect(field('Phone')).not.toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull();
    await goOn(NAME);
    expect(await screen.findByText('Step 2 of 3: How we reach you')).toHaveFocus();
    expect(field('Username')).not.toBeVisible();
    await goOn(CONTACT);
    await user.click(await screen.findByRole('checkbox', { name: 'Murals' }));
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(signUps()).toHaveLength(1));
    expect(signUps()[0]!.body).toMatchObject({ username: 'ada', email: 'ada@example.com', interests: ['Murals'] });
  });

  it('goes on only when the step is filled in, and goes back without losing anything', async () => {
    const { user, goOn } = await openOnPhone();
    await goOn({ 'First name': 'Ada' });
    expect(await screen.findByText('Choose a username.')).toBeVisible();
    expect(screen.getByText('Missing Information')).toBeVisible();
    expect(field('Username')).toHaveFocus();
    await goOn(NAME);
    await screen.findByText(/^Step 2 of 3/);
    fireEvent.change(field('City'), { target: { value: 'Byron Bay' } });
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(field('First name')).toHaveValue('Ada');
    await goOn({});
    expect(field('City')).toHaveValue('Byron Bay');
  });

  it('leads to the field that the server refuses', async () => {
    const { user, goOn } = await openOnPhone(() => problem(409, 'USERNAME_TAKEN', 'This username is taken.'));
    await goOn(NAME);
    await screen.findByText(/^Step 2 of 3/);
    await goOn(CONTACT);
    await user.click(await screen.findByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('This username is taken.')).toBeVisible();
    expect(screen.getByText(/^Step 1 of 3/)).toBeVisible();
    expect(field('Username')).toHaveFocus();
  });

  it('keeps what was typed over a reload, until the account is made', async () => {
    const first = await openOnPhone();
    await first.goOn(NAME);
    await screen.findByText(/^Step 2 of 3/);
    first.unmount();
    const second = await openOnPhone();
    expect(field('Last name')).toHaveValue('Lovelace');
    await second.goOn({});
    await screen.findByText(/^Step 2 of 3/);
    await second.goOn(CONTACT);
    await second.user.click(await screen.findByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(second.signUps()).toHaveLength(1));
    await waitFor(() => expect(sessionStorage.getItem('draft:sign-up')).toBeNull());
  });
});
