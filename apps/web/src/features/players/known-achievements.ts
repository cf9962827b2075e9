import { m } from '#messages';

/** Texts of an achievement; for an unknown one the server's English text. */
export const knownAchievements: Partial<Record<string, { name: () => string; text: () => string }>> = {
  'first-discovery': { name: m.players_first_discovery, text: m.players_first_discovery_text },
  'pin-dropper': { name: m.players_pin_dropper, text: m.players_pin_dropper_text },
  'social-explorer': { name: m.players_social_explorer, text: m.players_social_explorer_text },
  storyteller: { name: m.players_storyteller, text: m.players_storyteller_text },
  'fresh-paint': { name: m.players_fresh_paint, text: m.players_fresh_paint_text },
  'wall-reader': { name: m.players_wall_reader, text: m.players_wall_reader_text },
  'both-sides': { name: m.players_both_sides, text: m.players_both_sides_text },
  'new-quarters': { name: m.players_new_quarters, text: m.players_new_quarters_text },
  'far-horizons': { name: m.players_far_horizons, text: m.players_far_horizons_text },
  'night-shift': { name: m.players_night_shift, text: m.players_night_shift_text },
  'first-light': { name: m.players_first_light, text: m.players_first_light_text },
  'four-seasons': { name: m.players_four_seasons, text: m.players_four_seasons_text },
  'mission-done': { name: m.players_mission_done, text: m.players_mission_done_text },
};
