import { loadConfig, startService } from '@sprayhunt/service-kit';
import { usersConfig } from './config.js';
import { UsersModule } from './users.module.js';

const config = loadConfig(usersConfig);
await startService('users', UsersModule.forConfig(config), config);
