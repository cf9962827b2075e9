import { loadConfig, startService } from '@sprayhunt/service-kit';
import { discoveryConfig } from './config.js';
import { DiscoveryModule } from './discovery.module.js';

const config = loadConfig(discoveryConfig);
await startService('discovery', DiscoveryModule.forConfig(config), config);
