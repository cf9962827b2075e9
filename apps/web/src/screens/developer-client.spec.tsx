import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { Route, Routes } from 'react-router-dom';
import { player } from '../test/home';
import { renderAt } from '../test/render';
import { problem, serve } from '../test/server';
import { TooltipProvider } from '../ui/tooltip';
import DeveloperClientScreen from './developer-client';

const NOW = new Date().toISOString();
const ID = '0198a5d0-ac96-4aa3-bcce-b302099a8057';
const ENDPOINT = '0198a5d0-ac96-4aa3-bcce-b302099a8058';
const client = (facts: object = {}) => ({
  __typename: 'PartnerClient', id: ID, name: 'City guide', purpose: 'A map of murals.', website: null, scopes: ['discoveries:read', 'webhooks:manage'], redirectUris: [], isPublic: false, state: 'active', reason: null,
  requestedAt: NOW, decidedAt: NOW, hasSecret: true, rotatedAt: null, formerSecretUntil: null, revokedAt: null, ...facts,
});
const endpoint = (facts: object = {}) => ({
  __typename: 'WebhookEndpoint', id: ENDPOINT, clientId: ID, url: 'https://guide.example/hook', kinds: ['work.created'], bbox: null, state: 'active', pausedAt: null, failingSince: null, nextAttemptAt: null,
  lastDeliveredAt: null, formerSecretUntil: null, isTesting: false, createdAt: NOW, ...facts,
});
const delivery = (id: number, facts: object = {}) => ({ id: String(id), messageId: `change_${id}`, kind: 'work.created', at: NOW, attempt: 1, status: 204, durationMs: 12, error: null, ...facts });
const log = (nodes: object[], endCursor: string | null = null) => ({ nodes, pageInfo: { hasNextPage: endCursor !== null, endCursor } });

const hour = (index: number, used: object = {}) => ({ at: new Date(Date.UTC(2026, 10, 20, index)).toISOString(), calls: 0, refused: 0, points: 0, ...used });
const UNUSED = { hours: [hour(0), hour(1)], days: [hour(0), hour(24)] };

type Responses = Parameters<typeof serve>[0];
function open(responses: Responses = {}) {
  const calls = serve({
    'GET /api/auth/user': player, 'query myPartnerClients': [client()], [`GET /api/partner-clients/${ID}/usage`]: UNUSED, 'query webhookEndpoints': [endpoint()], ...responses,
  });
  return { calls, ...renderAt(`/developers/clients/${ID}`, <TooltipProvider><Routes><Route path="/developers/clients/:id" element={<DeveloperClientScreen />} /></Routes></TooltipProvider>) };
}
const sent = (calls: ReturnType<typeof serve>, operation: string) => calls.filter((call) => call.operation === operation).map(({ body }) => body);

describe('the page of a client', () => {
  it('says where there is none of this address, and where it cannot be read', async () => {
    open({ 'query myPartnerClients': [client({ state: 'revoked' })] });
    expect(await screen.findByText('You have no such client')).toBeVisible();
  });

  it('draws what was used by hours and days, with a table of the same numbers', async () => {
    const { user } = open({ [`GET /api/partner-clients/${ID}/usage`]: { hours: [hour(0, { calls: 3, points: 40 }), hour(1, { calls: 1, points: 2, refused: 1 })], days: UNUSED.days } });
    expect(await screen.findByRole('img', { name: /^Points: 42 in all, at most 40 \(/ })).toBeVisible();
    expect(screen.getByRole('img', { name: /^Refused by a limit: 1 in all/ }).querySelectorAll('rect')).toHaveLength(2);
    await user.click(screen.getByText('As a table'));
    const [, newest] = within(screen.getByRole('group', { name: '48 hours' })).getAllByRole('row');
    expect(within(newest!).getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['2', '1', '1']);
    await user.click(screen.getByRole('tab', { name: '30 days' }));
    expect(screen.getByText('Nothing was called in this time.')).toBeVisible();
  });

  it('says that usage could not be read, and tries again', async () => {
    const { user } = open({ [`GET /api/partner-clients/${ID}/usage`]: problem(503, 'UNAVAILABLE', 'Away.') });
    expect(await screen.findByText('The usage could not be loaded')).toBeVisible();
    serve({ [`GET /api/partner-clients/${ID}/usage`]: UNUSED });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing was called in this time.')).toBeVisible();
  });
});

describe('webhooks of a client', () => {
  it('need scopes', async () => {
    open({ 'query myPartnerClients': [client({ scopes: ['players:read'] })] });
    expect(await screen.findByText('It lacks these scopes: webhooks:manage, discoveries:read. Ask for a client that has them.')).toBeVisible();
  });

  it('are made by a form that checks itself, with kinds of the scopes alone, and show their secret once', async () => {
    let endpoints: object[] = [];
    const { user, calls } = open({
      'query webhookEndpoints': () => endpoints,
      'mutation createWebhookEndpoint': () => {
        endpoints = [endpoint()];
        return { __typename: 'WebhookEndpointWithSecret', secret: 'whsec_x', endpoint: endpoint() };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Add an endpoint' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('checkbox', { name: /wall\.created/ })).toBeNull();
    await user.type(dialog.getByLabelText(/^Where/), '1, 2');
    await user.click(dialog.getByRole('button', { name: 'Add an endpoint' }));
    for (const words of [/^Enter a web address/, 'Choose at least one kind.', /^Enter four numbers/]) expect(await dialog.findByText(words)).toBeVisible();
    await user.type(dialog.getByLabelText(/^Address/), 'https://guide.example/hook');
    await user.click(dialog.getByRole('checkbox', { name: /work\.created/ }));
    await user.clear(dialog.getByLabelText(/^Where/));
    await user.type(dialog.getByLabelText(/^Where/), '-74, 45.4 -73.4,45.7');
    await user.click(dialog.getByRole('button', { name: 'Add an endpoint' }));
    expect(await screen.findByRole('region', { name: 'Secret' })).toHaveTextContent('whsec_x');
    const call = calls.find(({ operation }) => operation === 'mutation createWebhookEndpoint')!;
    expect(call.body).toEqual({ input: { clientId: ID, url: 'https://guide.example/hook', kinds: ['work.created'], bbox: [-74, 45.4, -73.4, 45.7] } });
    expect(call.headers.has('idempotency-key')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'I have kept it' }));
    expect(await screen.findByRole('heading', { name: 'https://guide.example/hook' })).toBeVisible();
    expect(screen.queryByText('whsec_x')).toBeNull();
  });

  it('say at the field why an address is refused', async () => {
    const { user } = open({ 'mutation updateWebhookEndpoint': problem(400, 'VALIDATION_FAILED', 'No.', [{ field: 'input.url', code: 'INVALID', detail: 'Webhooks are sent to public addresses only.' }]) });
    await user.click(await screen.findByRole('button', { name: 'Change guide.example' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByLabelText(/^Address/)).toBeInvalid());
  });

  it('say why they are paused, and go on', async () => {
    const { user, calls } = open({ 'query webhookEndpoints': [endpoint({ state: 'paused', pausedAt: NOW, failingSince: NOW })], 'mutation resumeWebhookEndpoint': endpoint(), 'query webhookDeliveries': log([]) });
    expect(await screen.findByText(/nothing was accepted since/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go on guide.example' }));
    expect(await screen.findByText('It is being tried')).toBeVisible();
    expect(screen.queryByText(/nothing was accepted since/)).toBeNull();
    expect(sent(calls, 'mutation resumeWebhookEndpoint')).toEqual([{ id: ENDPOINT }]);
  });

  it('list what was sent page by page, and send one message or a span of time again', async () => {
    const pages: Record<string, object> = { '': log([delivery(3, { kind: 'ping', messageId: 'ping_1' }), delivery(2, { status: 500, error: 'STATUS' })], 'more'), more: log([delivery(1)]) };
    const { user, calls } = open({
      'query webhookDeliveries': ({ body }) => pages[(body as { after?: string }).after ?? '']!,
      'mutation redeliverWebhook': endpoint(), 'mutation replayWebhook': endpoint(),
    });
    await user.click(await screen.findByText('Deliveries'));
    expect(await screen.findByText('STATUS 500')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send again ping_1' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await user.click(await screen.findByRole('button', { name: 'Send again change_1' }));
    expect(await screen.findByText('The message is on its way once more')).toBeVisible();
    expect(sent(calls, 'mutation redeliverWebhook')).toEqual([{ id: ENDPOINT, deliveryId: '1' }]);
    await user.click(screen.getByRole('button', { name: 'Send again guide.example' }));
    const since = screen.getByLabelText(/^Since/);
    await user.clear(since);
    await user.type(since, '2020-01-01T10:00');
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    expect(await dialog.findByText('Choose a moment of the last 30 days.')).toBeVisible();
    const recent = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16);
    await user.clear(since);
    await user.type(since, recent);
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('It is being sent again')).toBeVisible();
    expect(sent(calls, 'mutation replayWebhook')).toEqual([{ id: ENDPOINT, since: new Date(recent).toISOString() }]);
  });

  it('rotate their secret, are tested and deleted after a question', async () => {
    let endpoints = [endpoint()];
    const { user, calls } = open({
      'query webhookEndpoints': () => endpoints, 'query webhookDeliveries': log([]), 'mutation testWebhook': endpoint({ isTesting: true }),
      'mutation rotateWebhookSecret': { __typename: 'WebhookEndpointWithSecret', secret: 'whsec_y', endpoint: endpoint({ formerSecretUntil: NOW }) },
      'mutation deleteWebhookEndpoint': () => {
        endpoints = [];
        return true;
      },
    });
    await user.click(await screen.findByRole('button', { name: 'New secret guide.example' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'New secret' }));
    expect(await screen.findByRole('region', { name: 'Secret' })).toHaveTextContent('whsec_y');
    await user.click(screen.getByRole('button', { name: 'I have kept it' }));
    await user.click(screen.getByRole('button', { name: 'Send a test guide.example' }));
    expect(await screen.findByText('Nothing was sent yet. Send a test to see whether it arrives.')).toBeVisible();
    expect(sent(calls, 'mutation testWebhook')).toEqual([{ id: ENDPOINT }]);
    await user.click(screen.getByRole('button', { name: 'Delete guide.example' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No endpoints yet')).toBeVisible();
  });
});
