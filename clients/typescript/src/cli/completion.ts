import { UsageError } from './errors.js';
import { commandNames, wordsAfter } from './help.js';

// The shell asks the command itself which words may follow: `lookup completion words <command>`.

const BASH = `_lookup() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command=""
  [ "$COMP_CWORD" -gt 1 ] && command="\${COMP_WORDS[1]}"
  case "$before" in
    --product|-p) COMPREPLY=($(compgen -W "$(lookup completion words -- --product)" -- "$word")); return ;;
    --out|-o|--api-key-file|bulk) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  COMPREPLY=($(compgen -W "$(lookup completion words $command)" -- "$word"))
}
complete -F _lookup lookup
`;

const ZSH = `#compdef lookup
_lookup() {
  local command=""
  (( CURRENT > 2 )) && command="$words[2]"
  if [[ "$words[CURRENT-1]" == (bulk|--out|-o|--api-key-file) ]]; then _files; return; fi
  if [[ "$words[CURRENT-1]" == (--product|-p) ]]; then command=(-- --product); fi
  compadd -- \${(f)"$(lookup completion words $command[@])"}
}
compdef _lookup lookup
`;

const FISH = `function __lookup_words
  set -l words (commandline -opc)
  lookup completion words $words[2]
end
complete -c lookup -f -n 'not __fish_seen_subcommand_from bulk' -a '(__lookup_words)'
complete -c lookup -n '__fish_seen_subcommand_from bulk' -a '(__lookup_words)'
`;

const SCRIPTS = new Map([
  ['bash', BASH],
  ['zsh', ZSH],
  ['fish', FISH],
]);

/** `lookup completion <shell>`. */
export function completion([shell = '', command]: readonly string[]): string {
  if (shell === 'words') return `${(command ? wordsAfter(command) : commandNames()).join('\n')}\n`;
  const script = SCRIPTS.get(shell);
  if (script) return script;
  throw new UsageError(`name a shell: ${[...SCRIPTS.keys()].join(', ')}`);
}
