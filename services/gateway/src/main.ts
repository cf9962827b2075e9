import { loadConfig, startService } from '@sprayhunt/service-kit';
import { gatewayConfig } from './config.js';
import { httpOptions } from './edge/http-options.js';
import { GatewayModule } from './gateway.module.js';

const config = loadConfig(gatewayConfig);
await startService('gateway', GatewayModule.forConfig(config), config, httpOptions(config));
