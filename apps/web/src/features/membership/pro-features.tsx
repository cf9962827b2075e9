import { m } from '#messages';
import { Icon, type IconName } from '../../ui/icon';

const FEATURES: readonly { icon: IconName; title: () => string; text: () => string }[] = [
  { icon: 'location', title: m.membership_walls, text: m.membership_walls_text },
  { icon: 'palette', title: m.membership_colors, text: m.membership_colors_text },
  { icon: 'coin', title: m.membership_double, text: m.membership_double_text },
];

/** The features of Pro. */
export function ProFeatures() {
  return (
    <ul aria-label={m.membership_features()} className="flex flex-col gap-5">
      {FEATURES.map(({ icon, title, text }) => (
        <li key={icon} className="flex items-start gap-4">
          <span className="plate grid size-12 shrink-0 place-items-center text-action-ink [--cut-a:10px] [--cut-b:7px]">
            <Icon name={icon} size={26} />
          </span>
          <span className="min-w-0">
            <span className="block text-lg font-semibold leading-snug">{title()}</span>
            <span className="block text-muted">{text()}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
