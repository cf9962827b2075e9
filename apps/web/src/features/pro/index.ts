export { ProInvitation } from './pro-invitation';
