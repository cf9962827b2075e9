import { defineJob } from '@sprayhunt/service-kit';
import { z } from 'zod';

/** Brings a membership in line with Stripe, finishing what a crash left. Its tries take more than a day. */
export const settleMembership = defineJob({ name: 'settle-membership', payload: z.object({ membershipId: z.uuid() }), attempts: 14, lockSeconds: 60 });
