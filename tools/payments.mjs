// `npm run payments -- …`: the operators' command for payments, on DATABASE_URL or else on the .data folder of `npm start`.
import { commerceCommand } from './commerce-command.mjs';

await commerceCommand('payments/cli.js');
