// `npm run partners -- …`: the operators' command for partners, on DATABASE_URL or else on the .data folder of `npm start`.
import { usersCommand } from './users-command.mjs';

await usersCommand('partners/cli.js');
