import { m } from '#messages';

/** Texts of an achievement; for an unknown one the server's English text. */
export const knownAchievements: Partial<Record<string, { name: () => string; text: () => string }>> = {
  'first-discovery': { name: m.profile_first_discovery, text: m.profile_first_discovery_text },
  'pin-dropper': { name: m.profile_pin_dropper, text: m.profile_pin_dropper_text },
  'social-explorer': { name: m.profile_social_explorer, text: m.profile_social_explorer_text },
  storyteller: { name: m.profile_storyteller, text: m.profile_storyteller_text },
  'fresh-paint': { name: m.profile_fresh_paint, text: m.profile_fresh_paint_text },
  'wall-reader': { name: m.profile_wall_reader, text: m.profile_wall_reader_text },
  'both-sides': { name: m.profile_both_sides, text: m.profile_both_sides_text },
  'new-quarters': { name: m.profile_new_quarters, text: m.profile_new_quarters_text },
  'far-horizons': { name: m.profile_far_horizons, text: m.profile_far_horizons_text },
  'night-shift': { name: m.profile_night_shift, text: m.profile_night_shift_text },
  'first-light': { name: m.profile_first_light, text: m.profile_first_light_text },
  'four-seasons': { name: m.profile_four_seasons, text: m.profile_four_seasons_text },
  'mission-done': { name: m.profile_mission_done, text: m.profile_mission_done_text },
};
