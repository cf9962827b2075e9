// `npm run shop -- …`: the command of those who keep the shop, on DATABASE_URL or else on the .data folder of `npm start`.
import { commerceCommand } from './commerce-command.mjs';

await commerceCommand('orders/cli.js');
