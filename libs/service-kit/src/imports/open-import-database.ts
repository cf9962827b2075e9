import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { loadConfig } from '../config/service-config.js';
import { dataSourceOptions, openMigrated } from '../database/database.module.js';
import { withKitTables } from '../service-tables.js';
import type { Imports } from './importer.js';

const address = z.url({ protocol: /^postgres(ql)?$/ });
const importConfig = z.object({
  DATABASE_URL: address,
  DATABASE_DIRECT_URL: address.optional(),
  DATABASE_POOL: z.coerce.number().default(2),
});

/**
 * The service's database as the environment names it, past a pooler: an import is one long transaction. Its migrations
 * are applied.
 */
export function openImportDatabase({ service, tables }: Imports): Promise<DataSource> {
  const { DATABASE_URL, DATABASE_DIRECT_URL: url = DATABASE_URL, DATABASE_POOL } = loadConfig(importConfig);
  return openMigrated(
    dataSourceOptions({ name: service, config: { DATABASE_URL: url, DATABASE_POOL }, ...withKitTables(tables) }),
  );
}
