import { serviceConfig } from '@sprayhunt/service-kit';
import type { z } from 'zod';

export const missionsConfig = serviceConfig({});

export type MissionsConfig = z.infer<typeof missionsConfig>;
