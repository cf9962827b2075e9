import { rotatingSecret, secret, serviceConfig } from '@sprayhunt/service-kit';
import type { z } from 'zod';
import { reservationVariables } from './orders/reservation-limits.js';
import { checkPayments, paymentVariables } from './payments/payment-variables.js';

export const commerceConfig = serviceConfig({
  ...paymentVariables,
  ...reservationVariables,
  TRIAL_SECRET: rotatingSecret.meta(
    secret(
      'key of the hashes that limit each person to one trial, 32 characters or more; after a rotation several, ' +
        'one per line. If a key is removed, people whose trial was recorded with it may have a second one',
    ),
  ),
}).superRefine(checkPayments);

export type CommerceConfig = z.infer<typeof commerceConfig>;
