import { z } from 'zod';
import { defineEvent } from './define-event.js';

export const tokensAwarded = defineEvent({
  name: 'TokensAwarded',
  version: 1,
  owner: 'users',
  description: 'The ledger booked Spray Coins to an account.',
  about: 'accountId',
  data: z.object({
    transferId: z.uuid().describe('Id of the ledger transfer, derived from reason and source'),
    accountId: z.uuid(),
    amount: z.int().positive().describe('Spray Coins of this transfer'),
    reason: z.string().min(1).max(60).describe('Why, for example discovery or tutorial'),
    sourceId: z.string().min(1).max(120).describe('What the award is for: a discovery, a mission, a tutorial step'),
    balance: z.int().nonnegative().describe('Spray Coins of the account after this transfer'),
  }),
});
