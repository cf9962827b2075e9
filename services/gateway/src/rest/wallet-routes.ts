import { BODY } from './fields.js';
import type { Route } from './route.js';

/** The signed-in player's crypto wallet. */
export const walletRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/profile/wallet/challenge',
    summary: 'Returns the message (EIP-4361) to sign for linking a wallet; valid for 10 minutes, once, in this session',
    operation: 'challenge-wallet',
    access: 'player',
    input: BODY,
    status: 200,
    response: { kind: 'item', name: 'WalletChallenge' },
    sensitive: true,
  },
  {
    method: 'PUT',
    path: '/api/profile/wallet',
    summary: 'Links the wallet that signed the message; one wallet belongs to one account',
    operation: 'link-wallet',
    access: 'player',
    input: BODY,
    status: 200,
    response: { kind: 'item', name: 'Wallet' },
    sensitive: true,
  },
  {
    method: 'DELETE',
    path: '/api/profile/wallet',
    summary: 'Unlinks the wallet',
    operation: 'unlink-wallet',
    access: 'player',
    status: 204,
    response: { kind: 'nothing' },
  },
];
