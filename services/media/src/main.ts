import { loadConfig, startService } from '@sprayhunt/service-kit';
import { mediaConfig } from './config.js';
import { MediaModule } from './media.module.js';

const config = loadConfig(mediaConfig);
await startService('media', MediaModule.forConfig(config), config);
