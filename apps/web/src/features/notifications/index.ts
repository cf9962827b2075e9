/** What other features use of this one. */
export { NotificationBell, NotificationCount } from './notification-bell';
