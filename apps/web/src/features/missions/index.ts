/** The exports of this feature for other features. */
export { notifyMissionCompleted } from './notify-completed';
