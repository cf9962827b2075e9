import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { browser } from '../../lib/browser';
import { GraphProvider } from '../../api/graph-client';
import { renderAt } from '../../test/render';
import { problem, serve } from '../../test/server';
import { stubGlobal } from '../../test/stub-global';
import { PaymentForm, type PaymentFormProps } from './payment-form';
import { kindOf, withoutReturn } from './returned';

const SANDBOX = 'http://127.0.0.1:12111';
const settings = { mode: 'test', publishableKey: 'pk_test_local', sandboxUrl: SANDBOX };
const METHOD = { id: 'pm_1' };
const paid = { id: 'pi_1', status: 'succeeded' };
const refusal = (error: object) => Response.json({ error }, { status: 402 });

type Responses = Parameters<typeof serve>[0];
const sandbox = (confirmed: object, more: Responses = {}) =>
  serve({
    'query paymentSettings': settings,
    'POST /v1/payment_methods': METHOD,
    'POST /v1/payment_intents/pi_1/confirm': confirmed,
    ...more,
  });

function open(props: Partial<PaymentFormProps> = {}) {
  const onDone = jest.fn();
  const onFailed = jest.fn();
  const view = renderAt(
    '/pay',
    <GraphProvider>
      <PaymentForm
        clientSecret="pi_1_secret_2"
        kind="payment"
        submitLabel="Pay $24.99"
        returnUrl="http://localhost/merch/orders/1"
        onDone={onDone}
        onFailed={onFailed}
        {...props}
      />
    </GraphProvider>,
  );
  return { ...view, onDone, onFailed };
}

const form = (body: unknown) => Object.fromEntries(new URLSearchParams(body as string));
const pay = () => screen.findByRole('button', { name: 'Pay $24.99' });

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the form for a payment card in the test mode', () => {
  it('is labelled as test mode, sends the card to the sandbox, and is done once it is taken [MERCH-18]', async () => {
    const calls = sandbox(paid);
    const { user, onDone } = open();
    const button = await pay();
    expect(screen.getByText('Test mode')).toBeVisible();
    await user.type(screen.getByLabelText(/^Card number/), '4242424242424242');
    await user.type(screen.getByLabelText(/^Expiry date/), '4/39');
    await user.type(screen.getByLabelText(/^Security code/), '123');
    await user.click(button);
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    const [method, confirm] = calls.filter(({ path }) => path.startsWith('/v1/'));
    expect(form(method!.body)).toEqual({
      key: 'pk_test_local',
      type: 'card',
      'card[number]': '4242424242424242',
      'card[exp_month]': '4',
      'card[exp_year]': '2039',
      'card[cvc]': '123',
    });
    expect(form(confirm!.body)).toEqual({
      key: 'pk_test_local',
      client_secret: 'pi_1_secret_2',
      payment_method: 'pm_1',
      return_url: 'http://localhost/merch/orders/1',
    });
    expect(confirm!.credentials).toBe('omit');
  });

  it('requires all fields and a future expiry date before anything is sent', async () => {
    const calls = sandbox(paid);
    const beforeConfirm = jest.fn(async () => undefined);
    const { user } = open({ beforeConfirm });
    await user.click(await pay());
    expect(await screen.findByText('Enter the number of the card')).toBeVisible();
    expect(screen.getByText('Enter 3 or 4 digits')).toBeVisible();
    await user.type(screen.getByLabelText(/^Expiry date/), '1/20');
    expect(await screen.findByText('This card has expired')).toBeVisible();
    expect(beforeConfirm).not.toHaveBeenCalled();
    expect(calls.filter(({ path }) => path.startsWith('/v1/'))).toEqual([]);
  });

  it('says why a card was declined, and takes another one', async () => {
    sandbox(() =>
      refusal({
        code: 'card_declined',
        message: 'Your card was declined.',
        payment_intent: { id: 'pi_1', status: 'requires_payment_method' },
      }),
    );
    const { user, onDone, onFailed } = open();
    await pay();
    await user.click(screen.getByRole('button', { name: /^4000 0000 0000 0002/ }));
    await user.click(await pay());
    expect(await screen.findByText('Your card was declined.')).toBeVisible();
    expect(onFailed).toHaveBeenCalledWith('Your card was declined.', undefined);
    sandbox(paid);
    await user.click(screen.getByRole('button', { name: /^4242/ }));
    await user.click(await pay());
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('leads to the authentication, and stays busy until the page is gone', async () => {
    const goTo = jest.spyOn(browser, 'goTo').mockReturnValue();
    const url = `${SANDBOX}/_sandbox/authenticate/pi_1`;
    sandbox({ id: 'pi_1', status: 'requires_action', next_action: { redirect_to_url: { url } } });
    const { user, onDone } = open();
    await pay();
    await user.click(screen.getByRole('button', { name: /^4000 0027 6000 3184/ }));
    await user.click(await pay());
    await waitFor(() => expect(goTo).toHaveBeenCalledWith(url));
    expect(await pay()).toBeDisabled();
    expect(onDone).not.toHaveBeenCalled();
  });

  it('is done where it was paid meanwhile, in another tab', async () => {
    sandbox(() =>
      Response.json(
        { error: { code: 'payment_intent_unexpected_state', message: 'No.', payment_intent: paid } },
        { status: 400 },
      ),
    );
    const { user, onDone } = open();
    await pay();
    await user.click(screen.getByRole('button', { name: /^4242/ }));
    await user.click(await pay());
    await waitFor(() => expect(onDone).toHaveBeenCalled());
  });

  it('keeps a card with a setup intent, after what has to come before', async () => {
    const calls = sandbox(
      {},
      { 'POST /v1/setup_intents/seti_1/confirm': { id: 'seti_1', status: 'succeeded' }, 'POST /before': null },
    );
    const { user, onDone } = open({
      clientSecret: 'seti_1_secret_2',
      kind: 'setup',
      beforeConfirm: async () => {
        await fetch('/before', { method: 'POST' });
      },
    });
    await pay();
    await user.click(screen.getByRole('button', { name: /^4242/ }));
    await user.click(await pay());
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(calls.filter(({ path }) => path !== '/graphql').map(({ path }) => path)).toEqual([
      '/before',
      '/v1/payment_methods',
      '/v1/setup_intents/seti_1/confirm',
    ]);
  });

  it('confirms nothing when what has to come before fails', async () => {
    const calls = sandbox(paid);
    const { user, onDone, onFailed } = open({ beforeConfirm: () => Promise.reject(new Error('no')) });
    await pay();
    await user.click(screen.getByRole('button', { name: /^4242/ }));
    await user.click(await pay());
    await waitFor(() =>
      expect(onFailed).toHaveBeenCalledWith(expect.stringContaining('never charged twice'), expect.any(Error)),
    );
    expect(onDone).not.toHaveBeenCalled();
    expect(calls.filter(({ path }) => path.startsWith('/v1/'))).toEqual([]);
  });

  it('says that it could not be loaded, and is loaded again', async () => {
    serve({ 'query paymentSettings': problem(503, 'UNAVAILABLE', 'Payments are unavailable.') });
    const { user } = open();
    expect(await screen.findByText('The payment form could not be loaded')).toBeVisible();
    sandbox(paid);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await pay()).toBeVisible();
  });
});

describe('the form of Stripe', () => {
  const field = {
    mount: jest.fn(),
    on: jest.fn((event: string, run: () => void) => event === 'ready' && setTimeout(run)),
    off: jest.fn(),
    destroy: jest.fn(),
    update: jest.fn(),
  };
  const elements = { create: () => field, getElement: () => null, update: jest.fn(), submit: async () => ({}) };
  const confirm = { payment: jest.fn(async (_: object) => ({})), setup: jest.fn(async (_: object) => ({})) };
  const other = jest.fn();
  // As its script leaves it, which is loaded once.
  const script = () => ({
    elements: () => elements,
    confirmPayment: confirm.payment,
    confirmSetup: confirm.setup,
    createToken: other,
    createPaymentMethod: other,
    confirmCardPayment: other,
    registerAppInfo: other,
    _registerWrapper: other,
  });

  it.each([
    ['payment', 'MEMB-14', 'pi_1_secret_2'],
    ['setup', 'TRIAL-13', 'seti_1_secret_2'],
  ] as const)('confirms a %s, and leaves the page only if required [%s]', async (kind, _id, clientSecret) => {
    stubGlobal('Stripe', script);
    serve({ 'query paymentSettings': { mode: 'live', publishableKey: 'pk_live_1', sandboxUrl: null } });
    const { user, onDone } = open({ kind, clientSecret });
    const button = await pay();
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(confirm[kind].mock.calls).toEqual([
      [{ elements, confirmParams: { return_url: 'http://localhost/merch/orders/1' }, redirect: 'if_required' }],
    ]);
  });
});

describe('coming back from an authentication', () => {
  it('the added parameters are removed from the address, and nothing else', () => {
    const back = new URLSearchParams(
      'token=t&payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded',
    );
    expect(withoutReturn(back)?.toString()).toBe('token=t');
    expect(withoutReturn(new URLSearchParams('token=t'))).toBeNull();
    expect([kindOf('seti_1_secret_2'), kindOf('pi_1_secret_2')]).toEqual(['setup', 'payment']);
  });
});
