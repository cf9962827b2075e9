import { m } from '#messages';
import type { IconName } from '../../ui/icon';

interface LabelStyle {
  label: () => string;
  icon: IconName;
  /** Colours of its badge; they are fixed, and never replace the label. */
  paint: string;
}

/** By the names that product.md gives to them. */
export const DIFFICULTIES: Record<string, LabelStyle> = {
  Easy: { label: m.missions_easy, icon: 'check', paint: 'border-work-ink text-work-ink' },
  Medium: { label: m.missions_medium, icon: 'plus', paint: 'border-place-ink text-place-ink' },
  Hard: { label: m.missions_hard, icon: 'star', paint: 'border-action-ink text-action-ink' },
  Expert: { label: m.missions_expert, icon: 'crown', paint: 'border-live-ink text-live-ink' },
};

export const SAFETY: Record<string, LabelStyle> = {
  Safe: { label: m.missions_safe, icon: 'check', paint: 'border-work-ink text-work-ink' },
  Caution: { label: m.missions_caution, icon: 'info', paint: 'border-wall-ink text-wall-ink' },
  'High Risk': { label: m.missions_high_risk, icon: 'warning', paint: 'border-danger-ink text-danger-ink' },
};

export const TYPES: Record<string, { label: () => string; icon: IconName }> = {
  'Photo Hunt': { label: m.missions_photo_hunt, icon: 'camera' },
  Documentation: { label: m.missions_documentation, icon: 'list' },
  'Legal Wall': { label: m.missions_legal_wall, icon: 'palette' },
  'Historical Site': { label: m.missions_historical_site, icon: 'clock' },
  'Banksy Hunt': { label: m.missions_banksy_hunt, icon: 'search' },
  'Street Art Tour': { label: m.missions_street_art_tour, icon: 'flag' },
};

/** The task of a mission type, in one sentence. */
export const TASKS: Record<string, () => string> = {
  'Photo Hunt': m.missions_task_any,
  'Street Art Tour': m.missions_task_any,
  Documentation: m.missions_task_documentation,
  'Legal Wall': m.missions_task_legal_wall,
  'Historical Site': m.missions_task_photo,
  'Banksy Hunt': m.missions_task_photo,
};
