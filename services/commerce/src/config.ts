import { serviceConfig } from '@sprayhunt/service-kit';
import type { z } from 'zod';

export const commerceConfig = serviceConfig({});

export type CommerceConfig = z.infer<typeof commerceConfig>;
