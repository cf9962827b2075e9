import { useMedia } from '../../../lib/use-media';
import { useTheme } from '../../../ui/theme';

/** Whether the page is shown by night, by hand or by the system's setting. */
export function useDark(): boolean {
  const theme = useTheme();
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  return theme === 'system' ? isSystemDark : theme === 'night';
}
