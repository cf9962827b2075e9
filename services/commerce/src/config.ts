import { rotatingSecret, secret, serviceConfig } from '@sprayhunt/service-kit';
import type { z } from 'zod';
import { checkPayments, paymentVariables } from './payments/payment-variables.js';

export const commerceConfig = serviceConfig({
  ...paymentVariables,
  TRIAL_SECRET: rotatingSecret.meta(secret('key of the hashes by which one person has one trial, 32 characters or more; several after a rotation, a line each. Who had a trial under one that is not there any more may have a second')),
}).superRefine(checkPayments);

export type CommerceConfig = z.infer<typeof commerceConfig>;
