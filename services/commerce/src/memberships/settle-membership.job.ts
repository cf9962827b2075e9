import { defineJob } from '@sprayhunt/service-kit';
import { z } from 'zod';

/** Synchronises a membership with Stripe, and finishes what a crash interrupted. Its attempts take more than a day. */
export const settleMembership = defineJob({
  name: 'settle-membership',
  payload: z.object({ membershipId: z.uuid() }),
  attempts: 14,
  lockSeconds: 60,
});
