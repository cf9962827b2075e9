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
  __typename: 'PartnerClient',
  id: ID,
  name: 'City guide',
  purpose: 'A map of murals.',
  website: null,
  scopes: ['discoveries:read', 'webhooks:manage'],
  redirectUris: [],
  isPublic: false,
  state: 'active',
  reason: null,
  requestedAt: NOW,
  decidedAt: NOW,
  hasSecret: true,
  rotatedAt: null,
  formerSecretUntil: null,
  revokedAt: null,
  ...facts,
});
const endpoint = (facts: object = {}) => ({
  __typename: 'WebhookEndpoint',
  id: ENDPOINT,
  clientId: ID,
  url: 'https://guide.example/hook',
  kinds: ['work.created'],
  bbox: null,
  state: 'active',
  pausedAt: null,
  failingSince: null,
  nextAttemptAt: null,
  lastDeliveredAt: null,
  formerSecretUntil: null,
  isTesting: false,
  createdAt: NOW,
  ...facts,
});
const delivery = (id: number, facts: object = {}) => ({
  id: String(id),
  messageId: `change_${id}`,
  kind: 'work.created',
  at: NOW,
  attempt: 1,
  status: 204,
  durationMs: 12,
  error: null,
  ...facts,
});
const log = (nodes: object[], endCursor: string | null = null) => ({
  nodes,
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
});

const hour = (index: number, used: object = {}) => ({
  at: new Date(Date.UTC(2026, 10, 20, index)).toISOString(),
  calls: 0,
  refused: 0,
  points: 0,
  ...used,
});
const UNUSED = { hours: [hour(0), hour(1)], days: [hour(0), hour(24)] };

const DOCUMENTS = `GET /api/partner-clients/${ID}/documents`;
const registered = (n: number, facts: object = {}) => ({
  documentId: `sha256:${String(n).padStart(64, '0')}`,
  name: `Works${n}`,
  query: `query Works${n} { artists { slug } }`,
  registeredAt: NOW,
  lastUsedAt: null,
  mostPoints: 51,
  ...facts,
});

type Responses = Parameters<typeof serve>[0];
function open(responses: Responses = {}) {
  const calls = serve({
    'GET /api/auth/user': player,
    'query myPartnerClients': [client()],
    [`GET /api/partner-clients/${ID}/usage`]: UNUSED,
    [DOCUMENTS]: { documents: [], next: null },
    'query webhookEndpoints': [endpoint()],
    ...responses,
  });
  return {
    calls,
    ...renderAt(
      `/developers/clients/${ID}`,
      <TooltipProvider>
        <Routes>
          <Route path="/developers/clients/:id" element={<DeveloperClientScreen />} />
        </Routes>
      </TooltipProvider>,
    ),
  };
}
const sent = (calls: ReturnType<typeof serve>, operation: string) =>
  calls.filter((call) => call.operation === operation).map(({ body }) => body);

describe('the page of a client', () => {
  it('says where there is none of this address, and where it cannot be read', async () => {
    open({ 'query myPartnerClients': [client({ state: 'revoked' })] });
    expect(await screen.findByText('You have no such client')).toBeVisible();
  });

  it('draws what was used by hours and days, with a table of the same numbers', async () => {
    const { user } = open({
      [`GET /api/partner-clients/${ID}/usage`]: {
        hours: [hour(0, { calls: 3, points: 40 }), hour(1, { calls: 1, points: 2, refused: 1 })],
        days: UNUSED.days,
      },
    });
    expect(await screen.findByRole('img', { name: /^Points: 42 in all, at most 40 \(/ })).toBeVisible();
    expect(screen.getByRole('img', { name: /^Refused by a limit: 1 in all/ }).querySelectorAll('rect')).toHaveLength(2);
    await user.click(screen.getByText('As a table'));
    const [, newest] = within(screen.getByRole('group', { name: '48 hours' })).getAllByRole('row');
    expect(
      within(newest!)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['2', '1', '1']);
    await user.click(screen.getByRole('tab', { name: '30 days' }));
    expect(screen.getByText('No calls in this period.')).toBeVisible();
  });

  it('says that usage could not be read, and tries again', async () => {
    const { user } = open({ [`GET /api/partner-clients/${ID}/usage`]: problem(503, 'UNAVAILABLE', 'Unavailable.') });
    expect(await screen.findByText('The usage could not be loaded')).toBeVisible();
    serve({ [`GET /api/partner-clients/${ID}/usage`]: UNUSED });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No calls in this period.')).toBeVisible();
  });
});

describe('works that a program documented', () => {
  const scopes = ['discoveries:write', 'discoveries:read'];

  it('are drawn with the 30 days, and stand in their table', async () => {
    const works = UNUSED.days.map(({ at }, index) => ({
      __typename: 'WorksOfDay',
      at: new Date(at).toISOString(),
      works: index * 4,
    }));
    const { user, calls } = open({ 'query myPartnerClients': [client({ scopes })], 'query clientWorks': works });
    await user.click(await screen.findByRole('tab', { name: '30 days' }));
    expect(await screen.findByRole('img', { name: /^Works documented: 4 in all, at most 4 \(Nov 21\)/ })).toBeVisible();
    await user.click(screen.getByText('As a table'));
    const [, newest] = within(screen.getByRole('group', { name: '30 days' })).getAllByRole('row');
    expect(
      within(newest!)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['0', '0', '0', '4']);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(sent(calls, 'query clientWorks')).toEqual([{ clientId: ID }, { clientId: ID }]));
  });

  it('are not asked for where the client may document none', async () => {
    const { calls } = open();
    expect(await screen.findByRole('tab', { name: '30 days' })).toBeVisible();
    expect(sent(calls, 'query clientWorks')).toEqual([]);
  });

  it('leave the rest as it is where they cannot be read', async () => {
    const { user } = open({
      'query myPartnerClients': [client({ scopes })],
      'query clientWorks': problem(503, 'UNAVAILABLE', 'Unavailable.'),
      [`GET /api/partner-clients/${ID}/usage`]: { hours: UNUSED.hours, days: [hour(0, { calls: 2 }), hour(24)] },
    });
    expect(await screen.findByText(/^The works that this client documented could not be loaded/)).toBeVisible();
    await user.click(screen.getByRole('tab', { name: '30 days' }));
    expect(screen.getByRole('img', { name: /^Calls: 2 in all/ })).toBeVisible();
    expect(screen.queryByRole('img', { name: /^Works documented/ })).toBeNull();
  });
});

describe('registered documents of a client', () => {
  it('are listed page by page, with their cost and last run', async () => {
    const pages: Record<string, object> = {
      '': {
        documents: [
          registered(1, { lastUsedAt: '2026-11-20T10:00:00Z', mostPoints: 1_200 }),
          registered(2, { name: null, mostPoints: 1 }),
        ],
        next: 'more',
      },
      more: { documents: [registered(3, { mostPoints: null })], next: null },
    };
    const { user, calls } = open({ [DOCUMENTS]: ({ query }) => pages[query['cursor'] ?? '']! });
    expect(await screen.findByRole('heading', { name: 'Works1' })).toBeVisible();
    expect(screen.getByText('1,200 points at most')).toBeVisible();
    expect(screen.getByText('1 point at most')).toBeVisible();
    expect(screen.getByRole('heading', { name: registered(2).documentId })).toBeVisible();
    expect(screen.getByText(/Nov 20, 2026/)).toBeVisible();
    expect(screen.getByText('None known')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('heading', { name: 'Works3' })).toBeVisible();
    expect(screen.getByText(/^The schema has changed/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(calls.filter(({ path }) => path.endsWith('/documents')).map(({ query }) => query)).toEqual([
      {},
      { cursor: 'more' },
    ]);
  });

  it('say that the next page could not be loaded', async () => {
    const { user } = open({
      [DOCUMENTS]: ({ query }) =>
        query['cursor'] ? problem(503, 'UNAVAILABLE', 'Unavailable.') : { documents: [registered(1)], next: 'more' },
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText(/^The documents could not be loaded/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Works1' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Show more' })).toBeEnabled();
  });

  it('are removed after a question; also one that the program has removed meanwhile', async () => {
    let documents = [registered(1), registered(2)];
    const removal = (n: number, gone?: Response) => ({
      [`DELETE /api/partner-clients/${ID}/documents/${encodeURIComponent(registered(n).documentId)}`]: () => {
        documents = documents.filter(({ documentId }) => documentId !== registered(n).documentId);
        return gone ?? null;
      },
    });
    const { user } = open({
      [DOCUMENTS]: () => ({ documents, next: null }),
      ...removal(1),
      ...removal(2, problem(404, 'NOT_FOUND', 'This client has no such document.')),
    });
    await user.click(await screen.findByRole('button', { name: 'Remove Works1' }));
    await user.click(
      within(screen.getByRole('dialog', { name: 'Remove “Works1”?' })).getByRole('button', { name: 'Cancel' }),
    );
    expect(documents).toHaveLength(2);
    for (const name of ['Works1', 'Works2']) {
      await user.click(screen.getByRole('button', { name: `Remove ${name}` }));
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
      await waitFor(() => expect(screen.queryByRole('heading', { name })).toBeNull());
    }
    expect(await screen.findByText('No registered documents yet')).toBeVisible();
  });

  it('stay where they cannot be removed, and say why', async () => {
    const { user } = open({
      [DOCUMENTS]: { documents: [registered(1)], next: null },
      [`DELETE /api/partner-clients/${ID}/documents/${encodeURIComponent(registered(1).documentId)}`]: problem(
        503,
        'UNAVAILABLE',
        'Unavailable.',
      ),
    });
    await user.click(await screen.findByRole('button', { name: 'Remove Works1' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toBeVisible();
  });

  it('are not shown for a public client, which registers none', async () => {
    const { calls } = open({
      'query myPartnerClients': [client({ isPublic: true, scopes: ['discoveries:write'] })],
      'query clientWorks': [],
    });
    expect(await screen.findByRole('heading', { name: 'Webhooks' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Registered documents' })).toBeNull();
    expect(calls.some(({ path }) => path.endsWith('/documents'))).toBe(false);
  });
});

describe('webhooks of a client', () => {
  it('need scopes', async () => {
    open({ 'query myPartnerClients': [client({ scopes: ['players:read'] })] });
    expect(
      await screen.findByText(
        'It lacks these scopes: webhooks:manage, discoveries:read. Ask for a client that has them.',
      ),
    ).toBeVisible();
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
    let dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('checkbox', { name: /wall\.created/ })).toBeNull();
    await user.type(dialog.getByLabelText(/^Where/), '1, 2');
    await user.click(dialog.getByRole('button', { name: 'Add an endpoint' }));
    for (const words of [/^Enter a web address/, 'Choose at least one kind.', /^Enter four numbers/])
      expect(await dialog.findByText(words)).toBeVisible();
    await user.type(dialog.getByLabelText(/^Address/), 'https://guide.example/hook');
    await user.click(dialog.getByRole('checkbox', { name: /work\.created/ }));
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Add an endpoint' }));
    dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText(/^Address/)).toHaveValue('https://guide.example/hook');
    expect(dialog.getByRole('checkbox', { name: /work\.created/ })).toBeChecked();
    await user.clear(dialog.getByLabelText(/^Where/));
    await user.type(dialog.getByLabelText(/^Where/), '-74, 45.4 -73.4,45.7');
    await user.click(dialog.getByRole('button', { name: 'Add an endpoint' }));
    expect(await screen.findByRole('region', { name: 'Secret' })).toHaveTextContent('whsec_x');
    expect(sessionStorage).toHaveLength(0);
    const call = calls.find(({ operation }) => operation === 'mutation createWebhookEndpoint')!;
    expect(call.body).toEqual({
      input: {
        clientId: ID,
        url: 'https://guide.example/hook',
        kinds: ['work.created'],
        bbox: [-74, 45.4, -73.4, 45.7],
      },
    });
    expect(call.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    await user.click(screen.getByRole('button', { name: 'I have stored it' }));
    expect(await screen.findByRole('heading', { name: 'https://guide.example/hook' })).toBeVisible();
    expect(screen.queryByText('whsec_x')).toBeNull();
  });

  it('say at the field why an address is refused', async () => {
    const { user } = open({
      'mutation updateWebhookEndpoint': problem(400, 'VALIDATION_FAILED', 'No.', [
        { field: 'input.url', code: 'INVALID', detail: 'Webhooks are sent to public addresses only.' },
      ]),
    });
    await user.click(await screen.findByRole('button', { name: 'Change guide.example' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByLabelText(/^Address/)).toBeInvalid());
  });

  it('say why they are paused, and go on', async () => {
    const { user, calls } = open({
      'query webhookEndpoints': [endpoint({ state: 'paused', pausedAt: NOW, failingSince: NOW })],
      'mutation resumeWebhookEndpoint': endpoint(),
      'query webhookDeliveries': log([]),
    });
    expect(await screen.findByText(/nothing was accepted since/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Resume guide.example' }));
    expect(await screen.findByText('Trying again')).toBeVisible();
    expect(screen.queryByText(/nothing was accepted since/)).toBeNull();
    expect(sent(calls, 'mutation resumeWebhookEndpoint')).toEqual([{ id: ENDPOINT }]);
  });

  it('list what was sent page by page, and send one message or a span of time again', async () => {
    const pages: Record<string, object> = {
      '': log(
        [delivery(3, { kind: 'ping', messageId: 'ping_1' }), delivery(2, { status: 500, error: 'STATUS' })],
        'more',
      ),
      more: log([delivery(1)]),
    };
    const { user, calls } = open({
      'query webhookDeliveries': ({ body }) => pages[(body as { after?: string }).after ?? '']!,
      'mutation redeliverWebhook': endpoint(),
      'mutation replayWebhook': endpoint(),
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
    expect(await screen.findByText('Sending again')).toBeVisible();
    expect(sent(calls, 'mutation replayWebhook')).toEqual([{ id: ENDPOINT, since: new Date(recent).toISOString() }]);
  });

  it('rotate their secret, are tested and deleted after a question', async () => {
    let endpoints = [endpoint()];
    const { user, calls } = open({
      'query webhookEndpoints': () => endpoints,
      'query webhookDeliveries': log([]),
      'mutation testWebhook': endpoint({ isTesting: true }),
      'mutation rotateWebhookSecret': {
        __typename: 'WebhookEndpointWithSecret',
        secret: 'whsec_y',
        endpoint: endpoint({ formerSecretUntil: NOW }),
      },
      'mutation deleteWebhookEndpoint': () => {
        endpoints = [];
        return true;
      },
    });
    await user.click(await screen.findByRole('button', { name: 'New secret guide.example' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'New secret' }));
    expect(await screen.findByRole('region', { name: 'Secret' })).toHaveTextContent('whsec_y');
    await user.click(screen.getByRole('button', { name: 'I have stored it' }));
    await user.click(screen.getByRole('button', { name: 'Send a test guide.example' }));
    expect(await screen.findByText('Nothing was sent yet. Send a test to see whether it arrives.')).toBeVisible();
    expect(sent(calls, 'mutation testWebhook')).toEqual([{ id: ENDPOINT }]);
    await user.click(screen.getByRole('button', { name: 'Delete guide.example' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No endpoints yet')).toBeVisible();
  });
});
