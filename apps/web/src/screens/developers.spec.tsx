import { screen, within } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { SCOPES } from '../api/scopes';
import { player } from '../test/home';
import { renderAt } from '../test/render';
import { problem, serve } from '../test/server';
import { TooltipProvider } from '../ui/tooltip';
import DeveloperClientsScreen from './developer-clients';
import DeveloperRequestsScreen from './developer-requests';
import DeveloperGuideScreen from './developer-guide';
import DevelopersScreen from './developers';

const NOW = new Date().toISOString();
const ID = '0198a5d0-ac96-4aa3-bcce-b302099a8057';
const client = (facts: object = {}) => ({
  __typename: 'PartnerClient',
  id: ID,
  name: 'City guide',
  purpose: 'A map of murals.',
  website: 'https://guide.example/',
  scopes: ['walls:read'],
  redirectUris: [],
  isPublic: false,
  state: 'active',
  reason: null,
  requestedAt: NOW,
  decidedAt: NOW,
  hasSecret: false,
  rotatedAt: null,
  formerSecretUntil: null,
  revokedAt: null,
  ...facts,
});

type Responses = Parameters<typeof serve>[0];
function open(element: React.ReactNode, responses: Responses = {}, roles: string[] = []) {
  const calls = serve({ 'GET /api/auth/user': { ...player, roles }, ...responses });
  return { calls, ...renderAt('/developers', <TooltipProvider>{element}</TooltipProvider>) };
}

describe('the guide for developers', () => {
  it('shows the quick start in each language and every scope with its calls', async () => {
    const { user } = open(<DevelopersScreen />, { 'GET /api/changelog': { items: [] } });
    expect(screen.getByRole('region', { name: 'Example in curl' })).toHaveTextContent('grant_type=client_credentials');
    await user.click(screen.getByRole('tab', { name: 'Python' }));
    expect(screen.getByRole('region', { name: 'Example in Python' })).toHaveTextContent('urlopen');
    const table = within(screen.getByRole('group', { name: 'Scopes' }));
    for (const { name } of SCOPES) expect(table.getByRole('rowheader', { name })).toBeVisible();
  });
});

describe('what changed in the APIs', () => {
  it('is told with its day, and tried again where it cannot be read', async () => {
    const { user } = open(<DevelopersScreen />, { 'GET /api/changelog': problem(503, 'UNAVAILABLE', 'Unavailable.') });
    expect(await screen.findByText('The changes could not be loaded')).toBeVisible();
    serve({
      'GET /api/changelog': { items: [{ date: '2026-11-23', title: 'Open data', text: 'Four files each night.' }] },
    });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Open data' })).toBeVisible();
    for (const words of ['November 23, 2026', 'Four files each night.']) expect(screen.getByText(words)).toBeVisible();
  });
});

describe('the whole guide', () => {
  it('has chapters that its list leads to, and examples for the address at which it is read', () => {
    open(<DeveloperGuideScreen />);
    const links = within(screen.getByRole('navigation', { name: 'Chapters' })).getAllByRole('link');
    expect(links.map((link) => document.querySelector(link.getAttribute('href')!)?.textContent)).toEqual(
      links.map(({ textContent }) => textContent),
    );
    expect(links.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Get a token', 'Act for players', 'Webhooks', 'Changes of the APIs']),
    );
    expect(screen.getByText(/grant_type=client_credentials http/)).toHaveTextContent(
      `${window.location.origin}/oidc/token`,
    );
    expect(
      within(screen.getByRole('group', { name: 'Errors' })).getByRole('cell', { name: 'COST_EXCEEDED' }),
    ).toBeVisible();
  });
});

describe('the clients of a player', () => {
  it('say where there are none, or where they cannot be read, and are asked for by a form that checks itself', async () => {
    const { user, calls } = open(<DeveloperClientsScreen />, {
      'query myPartnerClients': problem(503, 'UNAVAILABLE', 'Unavailable.'),
    });
    expect(await screen.findByText('Your clients could not be loaded')).toBeVisible();
    serve({ 'query myPartnerClients': [], 'mutation requestPartnerClient': client({ state: 'waiting' }) });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click(await screen.findByRole('button', { name: 'Ask for a client' }));
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    for (const words of ['Give your client a name.', 'Say what you want to build.', 'Choose at least one scope.'])
      expect(await screen.findByText(words)).toBeVisible();
    expect(calls.some(({ operation }) => operation === 'mutation requestPartnerClient')).toBe(false);
    const sent = serve({
      'query myPartnerClients': [client({ state: 'waiting' })],
      'mutation requestPartnerClient': client({ state: 'waiting' }),
    });
    await user.type(screen.getByLabelText(/^Name/), 'City guide');
    await user.type(screen.getByLabelText(/^What do you want to build/), 'A map of murals.');
    await user.click(screen.getByRole('checkbox', { name: /walls:read/ }));
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Waiting')).toBeVisible();
    expect(sent.find(({ operation }) => operation === 'mutation requestPartnerClient')!.body).toEqual({
      input: { name: 'City guide', purpose: 'A map of murals.', website: null, scopes: ['walls:read'] },
    });
  });

  it('that act for players are asked for with addresses, and a public one has no secret', async () => {
    const { user } = open(<DeveloperClientsScreen />, { 'query myPartnerClients': [] });
    await user.click(await screen.findByRole('button', { name: 'Ask for a client' }));
    await user.type(screen.getByLabelText(/^Name/), 'Wall app');
    await user.type(screen.getByLabelText(/^What do you want to build/), 'Walls.');
    expect(screen.queryByLabelText(/Where do players come back to/)).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: /discoveries:write/ }));
    await user.click(screen.getByRole('checkbox', { name: /walls:read/ }));
    await user.click(screen.getByRole('checkbox', { name: /can keep no secret/ }));
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Say where players come back to after they have agreed.')).toBeVisible();
    expect(
      screen.getByText('Such an app has discoveries:write only. Ask for another client for the rest.'),
    ).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: /walls:read/ }));
    await user.type(
      screen.getByLabelText(/Where do players come back to/),
      ' com.example.walls:/back{Enter}{Enter}https://walls.example/back',
    );
    const made = client({
      name: 'Wall app',
      scopes: ['discoveries:write'],
      redirectUris: ['com.example.walls:/back'],
      isPublic: true,
    });
    const sent = serve({ 'query myPartnerClients': [made], 'mutation requestPartnerClient': made });
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('com.example.walls:/back')).toBeVisible();
    expect(screen.getByText('Public, without a secret')).toBeVisible();
    expect(screen.queryByRole('button', { name: /secret/ })).toBeNull();
    expect(sent.find(({ operation }) => operation === 'mutation requestPartnerClient')!.body).toEqual({
      input: {
        name: 'Wall app',
        purpose: 'Walls.',
        website: null,
        scopes: ['discoveries:write'],
        redirectUris: ['com.example.walls:/back', 'https://walls.example/back'],
        isPublic: true,
      },
    });
  });

  it('show their secret once', async () => {
    const { user, calls } = open(<DeveloperClientsScreen />, {
      'query myPartnerClients': [client()],
      'mutation createPartnerSecret': {
        __typename: 'PartnerSecret',
        secret: 's3cret',
        client: client({ hasSecret: true }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Collect the secret City guide' }));
    await user.click(screen.getByRole('button', { name: 'Show the secret' }));
    expect(await screen.findByRole('region', { name: 'Secret' })).toHaveTextContent('s3cret');
    await user.click(screen.getByRole('button', { name: 'I have stored it' }));
    expect(screen.queryByText('s3cret')).toBeNull();
    expect(await screen.findByRole('button', { name: 'New secret City guide' })).toBeVisible();
    expect(calls.find(({ operation }) => operation === 'mutation createPartnerSecret')!.body).toEqual({
      id: ID,
      overlapHours: 0,
    });
  });

  it('are revoked after a question', async () => {
    const { user } = open(<DeveloperClientsScreen />, {
      'query myPartnerClients': [client({ hasSecret: true })],
      'mutation revokePartnerClient': client({ state: 'revoked', revokedAt: NOW }),
    });
    await user.click(await screen.findByRole('button', { name: 'Revoke City guide' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Client revoked')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Revoke City guide' })).toBeNull();
  });
});

describe('requests for clients', () => {
  const waiting = {
    __typename: 'PartnerRequest',
    id: ID,
    player: 'ann',
    name: 'City guide',
    purpose: 'A map.',
    website: null,
    scopes: ['walls:read'],
    redirectUris: [],
    isPublic: false,
    requestedAt: NOW,
    activeClients: 1,
  };
  const connection = (nodes: object[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } });

  it('are for operators only', async () => {
    const { calls } = open(<DeveloperRequestsScreen />);
    expect(await screen.findByText('This page is for operators')).toBeVisible();
    expect(calls.map(({ path }) => path)).not.toContain('/graphql');
  });

  it('are declined with a reason', async () => {
    let nodes: object[] = [waiting];
    const { user, calls } = open(
      <DeveloperRequestsScreen />,
      {
        'query partnerRequests': () => connection(nodes),
        'mutation decidePartnerRequest': () => {
          nodes = [];
          return true;
        },
      },
      ['operator'],
    );
    await user.click(await screen.findByRole('button', { name: 'Decline City guide' }));
    expect(await screen.findByText('Please give a reason.')).toBeVisible();
    await user.type(screen.getByLabelText('Reason'), 'Say more.');
    await user.click(screen.getByRole('button', { name: 'Decline City guide' }));
    expect(await screen.findByText('No open requests')).toBeVisible();
    expect(calls.find(({ operation }) => operation === 'mutation decidePartnerRequest')!.body).toEqual({
      input: { id: ID, isApproved: false, reason: 'Say more.' },
    });
  });
});
