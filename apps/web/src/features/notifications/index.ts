/** The exports of this feature for other features. */
export { NotificationBell, NotificationCount } from './notification-bell';
