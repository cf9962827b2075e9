import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { loadConfig } from '../config/service-config.js';
import { dataSourceOptions, openMigrated } from '../database/database.module.js';
import { withKitTables } from '../service-tables.js';
import type { Imports } from './importer.js';

const importConfig = z.object({ DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }), DATABASE_POOL: z.coerce.number().default(2) });

/** The service's database as the environment names it; its migrations are applied. */
export function openImportDatabase({ service, tables }: Imports): Promise<DataSource> {
  return openMigrated(dataSourceOptions({ name: service, config: loadConfig(importConfig), ...withKitTables(tables) }));
}
