import { dataSourceOptions, loadConfig, openDatabase, withKitTables } from '@sprayhunt/service-kit';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { tables } from '../tables.js';

const importConfig = z.object({ DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }), DATABASE_POOL: z.coerce.number().default(2) });

/** The service's database as the environment names it, migrated like at the service's own start. */
export function openImportDatabase(): Promise<DataSource> {
  return openDatabase(dataSourceOptions({ name: 'discovery', config: loadConfig(importConfig), ...withKitTables(tables) }));
}
