// `npm run role -- …`: the operators' command for roles, on DATABASE_URL or else on the .data folder of `npm start`.
import { usersCommand } from './users-command.mjs';

await usersCommand('standings/cli.js');
