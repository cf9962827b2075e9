import { loadConfig, startService } from '@sprayhunt/service-kit';
import { missionsConfig } from './config.js';
import { MissionsModule } from './missions.module.js';

const config = loadConfig(missionsConfig);
await startService('missions', MissionsModule.forConfig(config), config);
