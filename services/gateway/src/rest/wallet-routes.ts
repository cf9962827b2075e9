import { z } from 'zod';
import { route, type Route } from './route.js';

const walletChallenge = z.object({
  address: z.string().describe('The address of the wallet, 0x and 40 hexadecimal digits, in any case.'),
  chainId: z.int().describe('The chain that the wallet is on: 1, Ethereum mainnet.'),
});

const signedMessage = z.object({
  message: z.string().describe('The message that was given, word for word.'),
  signature: z.string().describe('What `personal_sign` answered for it: 0x and 130 hexadecimal digits.'),
});

/** The signed-in player's crypto wallet. */
export const walletRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/profile/wallet/challenge',
    summary: 'Makes the message (EIP-4361) by whose signature a wallet is linked; valid for 10 minutes, once, in this session',
    operation: 'challenge-wallet',
    access: 'player',
    body: walletChallenge,
    variables: ({ body }) => body,
    status: 200,
    answer: { kind: 'item', name: 'WalletChallenge' },
    sensitive: true,
  }),
  route({
    method: 'PUT',
    path: '/api/profile/wallet',
    summary: 'Links the wallet that signed the message; one wallet belongs to one account',
    operation: 'link-wallet',
    access: 'player',
    body: signedMessage,
    variables: ({ body }) => body,
    status: 200,
    answer: { kind: 'item', name: 'Wallet' },
    sensitive: true,
  }),
  route({
    method: 'DELETE',
    path: '/api/profile/wallet',
    summary: 'Unlinks the wallet',
    operation: 'unlink-wallet',
    access: 'player',
    status: 204,
    answer: { kind: 'nothing' },
  }),
];
