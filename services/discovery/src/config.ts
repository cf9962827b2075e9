import { meanings, serviceConfig } from '@sprayhunt/service-kit';
import { z } from 'zod';

/** In local mode, tests count as players too. */
const LIMITS = {
  local: { minute: 3_000, day: 50_000 },
  production: { minute: 30, day: 500 },
};

/** A limit of how many works a player may add, with its defaults. */
const limit = (span: 'minute' | 'day') =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .meta({
      description: `works that one player may add in a ${span}`,
      byMode: { local: LIMITS.local[span], production: LIMITS.production[span] },
    });

export const discoveryConfig = serviceConfig({
  PUBLIC_URL: z.url().describe(meanings.PUBLIC_URL),
  DISCOVERIES_PER_MINUTE: limit('minute'),
  DISCOVERIES_PER_DAY: limit('day'),
  OPEN_DATA_LICENCE: z
    .string()
    .regex(/^[\w.+-]{1,60}$/)
    .default('ODbL-1.0')
    .describe(
      'licence of works by players in the files of open data, as an SPDX identifier; `none` leaves these works out',
    ),
  OPEN_DATA_ATTRIBUTION: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('attribution that the licence requires; by default the players of the host of `PUBLIC_URL`'),
  WEBHOOK_LOOPBACK: z
    .stringbool()
    .default(false)
    .describe('sends webhooks to this machine and over http as well; with `MODE=local` only'),
})
  .refine(({ MODE, WEBHOOK_LOOPBACK }) => MODE === 'local' || !WEBHOOK_LOOPBACK, {
    path: ['WEBHOOK_LOOPBACK'],
    message: 'is for the local mode only',
  })
  .transform((config) => ({
    ...config,
    OPEN_DATA_ATTRIBUTION: config.OPEN_DATA_ATTRIBUTION ?? `The players of ${new URL(config.PUBLIC_URL).host}`,
    DISCOVERIES_PER_MINUTE: config.DISCOVERIES_PER_MINUTE ?? LIMITS[config.MODE].minute,
    DISCOVERIES_PER_DAY: config.DISCOVERIES_PER_DAY ?? LIMITS[config.MODE].day,
  }));

export type DiscoveryConfig = z.infer<typeof discoveryConfig>;
