import { serviceConfig } from '@sprayhunt/service-kit';
import { z } from 'zod';

export const discoveryConfig = serviceConfig({
  /** Origin of the page; pictures are known by addresses below it. */
  PUBLIC_URL: z.url(),
});

export type DiscoveryConfig = z.infer<typeof discoveryConfig>;
