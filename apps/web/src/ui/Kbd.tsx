/** Shows keys of the user's platform: <Kbd keys="mod+k" /> is ⌘K on a Mac, Ctrl K elsewhere. */
import classes from './Kbd.module.css';

const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
const names: Record<string, string> = {
  mod: mac ? '⌘' : 'Ctrl',
  alt: mac ? '⌥' : 'Alt',
  shift: '⇧',
  enter: mac ? '↵' : 'Enter',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
};

export function Kbd({ keys }: { keys: string }) {
  const parts = keys.split('+').map((key) => names[key.toLowerCase()] ?? key.toUpperCase());
  return (
    <span className={classes.keys}>
      {parts.map((part) => (
        <kbd key={part} className={classes.key}>
          {part}
        </kbd>
      ))}
    </span>
  );
}
