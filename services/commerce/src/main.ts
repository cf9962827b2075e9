import { loadConfig, startService } from '@sprayhunt/service-kit';
import { commerceConfig } from './config.js';
import { CommerceModule } from './commerce.module.js';

const config = loadConfig(commerceConfig);
await startService('commerce', CommerceModule.forConfig(config), config);
