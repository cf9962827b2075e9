import { m } from '#messages';
import type { IconName } from '../../ui/icon';

/** What the page shows for an achievement; of one that it does not know, the server's English. */
export const knownAchievements: Partial<Record<string, { icon: IconName; name: () => string; text: () => string }>> = {
  'first-discovery': { icon: 'star', name: m.profile_first_discovery, text: m.profile_first_discovery_text },
  'pin-dropper': { icon: 'pin', name: m.profile_pin_dropper, text: m.profile_pin_dropper_text },
  'social-explorer': { icon: 'users', name: m.profile_social_explorer, text: m.profile_social_explorer_text },
  'storyteller': { icon: 'pencil', name: m.profile_storyteller, text: m.profile_storyteller_text },
  'fresh-paint': { icon: 'palette', name: m.profile_fresh_paint, text: m.profile_fresh_paint_text },
  'wall-reader': { icon: 'layers', name: m.profile_wall_reader, text: m.profile_wall_reader_text },
  'both-sides': { icon: 'camera', name: m.profile_both_sides, text: m.profile_both_sides_text },
  'new-quarters': { icon: 'street', name: m.profile_new_quarters, text: m.profile_new_quarters_text },
  'far-horizons': { icon: 'locate', name: m.profile_far_horizons, text: m.profile_far_horizons_text },
  'night-shift': { icon: 'moon', name: m.profile_night_shift, text: m.profile_night_shift_text },
  'first-light': { icon: 'sun', name: m.profile_first_light, text: m.profile_first_light_text },
  'four-seasons': { icon: 'calendar', name: m.profile_four_seasons, text: m.profile_four_seasons_text },
  'mission-done': { icon: 'flag', name: m.profile_mission_done, text: m.profile_mission_done_text },
};
