import { serviceConfig } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { checkPayments, paymentVariables } from './payments/payment-variables.js';

export const commerceConfig = serviceConfig({
  ...paymentVariables,
  /** Key of the hashes by which one person has one trial; with another one, everybody may have a second. */
  TRIAL_SECRET: z.string().min(32),
}).superRefine(checkPayments);

export type CommerceConfig = z.infer<typeof commerceConfig>;
