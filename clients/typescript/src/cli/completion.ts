import { UsageError } from './errors.js';
import { commandNames, wordsAfter } from './help.js';

// The shell asks the command itself which words may follow, by those before:
// `lookup completion words -- bulk --product phone`.

const BASH = `_lookup() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  case "$before" in
    --product|-p) COMPREPLY=($(compgen -W "$(lookup completion words -- --product)" -- "$word")); return ;;
    --out|-o|--api-key-file|bulk) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  COMPREPLY=($(compgen -W "$(lookup completion words -- "\${words[@]}")" -- "$word"))
}
complete -F _lookup lookup
`;

const ZSH = `#compdef lookup
_lookup() {
  local before=($words[2,CURRENT-1])
  if [[ "$words[CURRENT-1]" == (bulk|--out|-o|--api-key-file) ]]; then _files; return; fi
  if [[ "$words[CURRENT-1]" == (--product|-p) ]]; then before=(--product); fi
  compadd -- \${(f)"$(lookup completion words -- $before)"}
}
compdef _lookup lookup
`;

const FISH = `function __lookup_words
  set -l words (commandline -opc)
  lookup completion words -- $words[2..-1]
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
export function completion([shell = '', ...before]: readonly string[]): string {
  if (shell === 'words')
    return `${(before.length > 0 ? wordsAfter(before) : commandNames()).join('\n')}\n`;
  const script = SCRIPTS.get(shell);
  if (script && before.length === 0) return script;
  throw new UsageError(`name a shell: ${[...SCRIPTS.keys()].join(', ')}`);
}
