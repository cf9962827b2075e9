import { serviceConfig } from '@sprayhunt/service-kit';
import { z } from 'zod';

const limit = z.coerce.number().int().min(1).max(1_000_000_000).optional();

/** In local mode, tests count as players too. */
const LIMITS = {
  local: { minute: 3_000, day: 50_000 },
  production: { minute: 30, day: 500 },
};

export const discoveryConfig = serviceConfig({
  /** Origin of the page; picture URLs start with it. */
  PUBLIC_URL: z.url(),
  /** Works that one player may add. */
  DISCOVERIES_PER_MINUTE: limit,
  DISCOVERIES_PER_DAY: limit,
  /** Sends webhooks to this machine and over http as well; for tests and local development. */
  WEBHOOK_LOOPBACK: z.stringbool().default(false),
})
  .refine(({ MODE, WEBHOOK_LOOPBACK }) => MODE === 'local' || !WEBHOOK_LOOPBACK, { path: ['WEBHOOK_LOOPBACK'], message: 'is for the local mode only' })
  .transform((config) => ({
  ...config,
  DISCOVERIES_PER_MINUTE: config.DISCOVERIES_PER_MINUTE ?? LIMITS[config.MODE].minute,
  DISCOVERIES_PER_DAY: config.DISCOVERIES_PER_DAY ?? LIMITS[config.MODE].day,
}));

export type DiscoveryConfig = z.infer<typeof discoveryConfig>;
