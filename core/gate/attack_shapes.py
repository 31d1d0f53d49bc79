"""The shapes of attacks: each a verb, its object and the closed-class words between them.

None is a phrase somebody once used; what only origin gives away is left to the form rule.
"""

from __future__ import annotations

import re

from core.gate.pattern import deferred

_GAP = r"(?:[\w'’,\-]+[ \t\n]+){0,4}?"
_RULES = (
    r"(?:instructions?|prompts?|rules?|guidelines?|directions?|directives?|commands?|policy|policies|"
    r"constraints?|restrictions?|programming|training|safeguards?|guardrails?|safety|"
    r"orders?|messages?|context|limitations?|filters?|ethic\w*|moderation|alignment|protocols?|"
    r"evidence|everything|text|configuration|persona)"
)
_EARLIER = (
    r"(?:previous|prior|above|earlier|preceding|former|existing|original|initial|all|any|every|your|my|"
    r"our|system|other|old|those|these|the|past|following|default|security|safety|content|usage|"
    r"openai['’]?s?|company)"
)
_OVERRIDE = deferred(
    rf"(?i)\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|overrul(?:e|ing)|"
    rf"neglect|discard|bypass(?:ing)?|violate|break|(?:do not|don['’]t|never|stop|no longer|not)[ "
    rf"\t]+(?:follow(?:ing)?|obey(?:ing)?|comply(?:ing)?(?: with)?|adher(?:e|ing)(?: to)?))\b"
    rf"[ \t\n]+(?:about[ \t]+)?(?:{_EARLIER}[ \t\n,]+(?:and[ \t]+|or[ \t]+|of[ \t]+)?)"
    rf"{{1,4}}(?:[\w'’\-]+[ \t]+){{0,2}}?{_RULES}\b"
    rf"|\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget)[ \t]+(?:everything|anything|all|whatever)"
    rf"\b[^.!?\n]{{0,40}}\b(?:said|told|above|before|previous\w*|earlier|prior|learned|instructed|wrote)"
    rf"\b"
    rf"|\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget)[ \t]+{_GAP}{_RULES}[ \t]+(?:above|before|so far|"
    rf"given|once|that (?:came|preceded))\b"
    rf"|\bIGNORE\b|\b(?:from now on|henceforth)[ \t,]+you[ \t]+(?:are|will|must|may|can|shall|should)\b|"
    rf"\byou are (?:now|no longer)\b"
    r"|\b(?:new|updated|following|only|strictly adhere to the following|real|actual|secret|hidden) "
    r"(?:system )?instructions?[ \t]*(?::|are\b|follow|supersede|override|replace)"
    r"|\b(?:supersedes?|overrides?|replaces?|outranks?|takes? (?:precedence|priority) over)[ "
    r"\t]+(?:[\w'’\-]+[ \t]+){0,3}?(?:previous|prior|earlier|all|any|existing|system|other|user['’]?s?|"
    r"account owner|instructions?|rules?|policy|policies|guidelines?|operator)\b"
    r"|\b(?:operating|governing|standing|binding|primary) (?:directive|instruction|order|rule)s?\b"
)
_PERSONA = deferred(
    r"(?i)\b(?:act|behave|respond|answer|reply|speak|roleplay|role-play|function|operate)(?:ing)?[ "
    r"\t]+(?:only[ \t]+)?(?:as|like)[ \t]+(?:if you|though you|an?[ \t]+(?:un\w+|evil|uncensored|"
    r"jailbroken|different|new|other)|dan\b|dev\w* mode|[A-Z]\w+(?:GPT|Bot)|an? (?:ai|llm|model|"
    r"assistant|chatbot)\b)"
    r"|\b(?:developer|debug|god|admin|unrestricted|jailbreak|dan|sudo|maintenance|unfiltered|opposite) "
    r"mode\b|\bdo anything now\b|\bjail ?broken?\b"
    r"|\b(?:unrestricted|uncensored|unfiltered|amoral|unethical) (?:ai|assistant|model|chatbot|mode|"
    r"persona|language model|answers?|responses?|version)\b"
    r"|\b(?:free(?:d)?|released?|liberated?|broken free|unbound|exempt(?:ed)?) (?:from|of) (?:\w+ )"
    r"{0,4}?(?:limit\w*|restrict\w*|rules?|confines?|guidelines?|policies|constraints?)"
    r"|\bwithout (?:any )?(?:restrictions?|limitations?|censorship|filters?|moral\w*|ethical\w*|safety "
    r"(?:checks?|guidelines?))\b"
    r"|\bpretend(?:ing)? (?:to be|that you|you(?: are|['’]re))\b|\bnew persona\b|\bstay in character\b|"
    r"\b(?:no|without) (?:longer )?(?:have|having) (?:any )?(?:ethical|moral|content) "
)
_ROLE = r"(?:system|assistant|user|developer|human|ai|tool|function|admin|model)"
_FRAME = deferred(
    rf"(?i)</?(?:{_ROLE}|sys|inst(?:ructions?)?|memor(?:y|ies)|context|prompt|untrusted|documents?|"
    rf"conversation|chat|message|im_start|im_end|system[_-]?(?:prompt|message|note|reminder)|"
    rf"tool_(?:call|result|response)s?|secret|admin|override)(?:\s[^<>\n]{{0,80}})?/?>"
    r"|<\|[\w ]{2,40}\|>|\[/?(?:INST|SYS|SYSTEM|ASSISTANT|USER|INSTRUCTIONS?|CONTEXT|ADMIN|DEVELOPER)"
    r"\b[^\]\n]{0,40}\]|<</?\s*SYS\s*>>|\[\s*(?:user|system|agent|assistant)[_ ]?memor(?:y|ies)\s*="
    r"|\[(?:system|assistant|admin|developer|internal) (?:note|message|notice|update|prompt|instruction)s?\b"
    rf"|[\"']role[\"']\s*:\s*[\"']{_ROLE}[\"']"
    r"|^[ \t>*_]*#{1,6}[ \t]*(?:\w+[ \t]+){0,3}(?:system|instructions?|prompt|override|admin|assistant|"
    r"directive|rules? (?:for|to) (?:the )?(?:ai|assistant|agent|model))\b|#{2,6}[ \t]*(?:SYSTEM|ADMIN|"
    r"NEW|END|BEGIN|INSTRUCTION)\b"
    r"|^[ \t>*_\"'(\[]*(?:SYSTEM|DEVELOPER|ADMIN(?:ISTRATOR)?|ROOT)(?: (?:NOTICE|UPDATE|MESSAGE|PROMPT|"
    r"NOTE|OVERRIDE|ALERT|COMMAND|INSTRUCTION)S?)?[ \t]*[:>\]]"
    r"|\bsystem (?:notice|update|override|message|prompt)[ \t]*:|\b(?:note|result|output|response|"
    r"success|context)[^.\n]{0,30}[:.][ \t]*system[ \t]*:"
    r"|-{3,}[ \t]*(?:end|begin|start) of (?:\w+[ \t]+){0,3}(?:document|prompt|context|instructions?|"
    r"input|data|page|message)|\b(?:BEGIN|END) (?:SYSTEM|PROMPT|INSTRUCTIONS?|ADMIN|USER INPUT)\b",
    re.MULTILINE,
)
ROLE_LINE = deferred(r"(?im)(?:^|[.!?\n]\s*)(assistant|user|system|human|ai|developer|model)\s*:\s+\S")
_PRIVATE = (
    r"(?:credentials?|passwords?|passphrases?|secrets?|api[ _-]?keys?|access[ _-]?keys?|private keys?|"
    r"ssh keys?|tokens?|cookies|\.env\b|env(?:ironment)? (?:variables|files?)|contacts?\b|contact list|"
    r"address ?book|"
    r"mailbox|inbox|e-?mails|"
    r"(?:chat|conversation|message|browsing|transaction) (?:history|log|content)s?|last (?:user )"
    r"?message|user(?:['’]s)? (?:data|messages?|files?|memor\w+|input|information|name|location|"
    r"address|calendar)|system prompt|internal (?:documents?|data|notes?)|"
    r"personal (?:data|information|details)|customer (?:data|records?|list)|medical records?|patient "
    r"records?|memory (?:contents?|dump|store)|stored memor\w+|(?:phone|credit card|card|security|"
    r"account|social security) (?:number|code|details)|session data|source code|"
    r"home address|their calendar|the calendar|full (?:log|history|transcript)|prompt above|initial "
    r"prompt|hidden (?:prompt|instructions?)|underlying (?:\w+ )?prompt\w*|system prompting|database|"
    r"usernames?)"
)
_SEND = (
    r"(?:send(?:s|ing)?|post(?:s|ing)?|upload(?:s|ing)?|forward(?:s|ing)?|cop(?:y|ies|ying)|export(?:s|"
    r"ing)?|append(?:s|ing)?|attach(?:es|ing)?|leak(?:s|ing)?|shar(?:e|es|ing)|exfiltrat\w+|"
    r"transmit\w*|e-?mail(?:s|ing)?|mail(?:s|ing)?|cc|bcc|submit(?:s|ting)?|includ(?:e|es|ing)|"
    r"embed(?:s|ding)?|encod(?:e|es|ing)|pip(?:e|es|ing)|save|write|report)"
)
_SHOW = (
    r"(?:reveal|print|show|repeat|output|dump|display|disclose|expose|extract|read out|recite|tell me|"
    r"give me|list|leak|ask (?:the user|them|him|her) for|collect (?:all|every|any)|harvest|steal)"
)
_EXFILTRATION = deferred(
    rf"(?i)!\[[^\]\n]{{0,100}}\]\(\s*https?://[^)\n]{{0,300}}[?&=<{{][^)\n]{{0,200}}\)|"
    rf"<img\b[^>\n]{{0,200}}[?&]\w+=[^>\n]{{0,200}}>"
    rf"|https?://[^\s\"'<>]{{1,200}}[?&][\w.-]{{1,30}}=\s*(?:<[^>\n]{{2,60}}>|\{{[^}}\n]{{2,60}}\}}|"
    rf"\[[^\]\n]{{2,60}}\]|\$\w+)"
    rf"|\b{_SEND}\b[ \t\n]+(?:[\w'’,.\-]+[ \t\n]+){{0,5}}?{_PRIVATE}[^.!?\n]{{0,80}}?(?:\bto\b|\bat\b|"
    rf"\bvia\b|\binto\b|\bin\b|\bwith\b|\bwhen\b|\bon\b)"
    rf"|\b{_PRIVATE}\b[^.!?\n]{{0,40}}\b(?:must|should|is to|are to|has to|have to|shall)"
    rf"\b[^.!?\n]{{0,30}}\b(?:sent|posted|uploaded|forwarded|shared|included|appended|copied)\b"
    rf"|\b{_SHOW}\b[ \t\n]+(?:me[ \t]+)?(?:[\w'’\-]+[ \t\n]+){{0,4}}?{_PRIVATE}"
    rf"|\b(?:call|run|invoke|use)\b[^.!?\n]{{0,60}}\b(?:post|send|upload|forward)"
    rf"\b[^.!?\n]{{0,40}}\b(?:webhook|endpoint|url|https?:)"
    rf"|\b(?:curl|wget|requests\.post|fetch|invoke-webrequest)\b[^\n]{{0,160}}(?:\|\s*(?:sudo\s+)?(?:ba|"
    rf"z)?sh\b|\|\s*python|-d\s|--data|@|\.csv|\.env|\bsecret)"
    rf"|\b(?:upload|forward|send|post) (?:it|them|this|that|everything|all(?: of (?:it|them))?|any \w+|"
    rf"a copy|the (?:file|result|contents?|mail|message|document|reply|report)s?)"
    rf"\b[^.!?\n]{{0,40}}?\b(?:to|at)\b[^.!?\n]{{0,30}}(?:https?://|\w@\w|(?:[\w-]{{1,40}}\.)"
    rf"{{1,4}}[a-z]{{2,12}}\b|webhook|share)"
    rf"|\bforward (?:all |any |the |every )?(?:mails?|e-?mails?|messages?|invoices?)"
    rf"\b[^.!?\n]{{0,60}}\bto\b[^.!?\n]{{0,30}}\w@\w"
)
_WATCHERS = (
    r"(?:users?|owners?|operators?|humans?|admins?|administrators?|auditors?|audit(?: log)?|logs?|"
    r"reviewers?|anyone else|customers?|client|person)"
)
_CONCEALMENT = deferred(
    rf"(?i)\b(?:do not|don['’]t|never|without|avoid|must not|not to|refrain from|no need to|should not|"
    rf"shouldn['’]t)\b[ \t]+(?:ever[ \t]+)?(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|notify(?:ing)"
    rf"?|alert(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|show(?:ing)?|report(?:ing)?|ask(?:ing)?|"
    rf"warn(?:ing)?|let(?:ting)?)\b[ \t]+(?:[\w'’\-]+[ \t]+){{0,3}}?(?:{_WATCHERS}|this (?:note|rule|"
    rf"instruction|message|memory|step|change)|these (?:instructions|rules))\b"
    rf"|\b(?:hid(?:e|es|den|ing)|conceal(?:s|ed|ing)?|withh(?:o|e)ld(?:s|ing)?|keep(?:s|ing)?|"
    rf"suppress(?:es|ed|ing)?)\b[ \t]+(?:[\w'’\-]+[ \t]+){{0,4}}?(?:from|hidden from|secret from|away "
    rf"from)[ \t]+(?:the |any |all |every )?{_WATCHERS}\b"
    rf"|\b(?:user|owner|operator|human|admin)s?\b[^.!?\n]{{0,20}}\b(?:must|should|need|may|can|will|"
    rf"do(?:es)?)(?: not|n['’]t)(?: need to)? (?:know|see|notice|learn|find out|be (?:told|informed|"
    rf"notified|asked|shown))\b"
    r"|\b(?:silently|secretly|covertly|discreetly|unnoticed|without (?:the )?(?:user|owner|their|his|"
    r"her|anyone)['’]?s? (?:knowledge|consent|noticing|approval))\b"
    r"|\b(?:skip|omit|leave out|suppress)\b[^.!?\n]{0,30}\b(?:audit log|log entr\w+|notification|"
    r"disclosure|disclaimer)s?\b"
)
_THIS = (
    r"(?:(?:this|these|the following|the above|that)[ \t]+(?:entire[ \t]+|same[ \t]+|very[ \t]+)"
    r"?(?:notes?|entr(?:y|ies)|memor(?:y|ies)|paragraphs?|lines?|text|rules?|messages?|instructions?|"
    r"records?|sentences?|block|prompt|section|reminder))"
)
_REPLICATION = deferred(
    rf"(?i)\b(?:cop(?:y|ies|ied)|repeat(?:ed)?|includ(?:e|ed)|add(?:ed)?|append(?:ed)?|past(?:e|ed)|"
    rf"propagat(?:e|ed)|insert(?:ed)?|replicat(?:e|ed)|spread|re-?sav(?:e|ed)|re-?writ(?:e|ten)|"
    rf"forward(?:ed)?|reproduc(?:e|ed)|carr(?:y|ied)|prepend(?:ed)?|embed(?:ded)?)\b[ "
    rf"\t]+{_THIS}\b[^.!?\n]{{0,60}}?\b(?:in|into|to|on|word for word|verbatim|every|each|all|other|"
    rf"with|so that|forward)\b"
    rf"|\b{_THIS}\b[^.!?\n]{{0,30}}\b(?:must|should|may|shall|can|has to|have to|is to|are to|will|has|"
    rf"have|takes?)\b[^.!?\n]{{0,30}}\b(?:superseded|deleted|removed|overwritten|changed|forgotten|"
    rf"replaced|edited|copied|repeated|kept|preserved|included|highest priority|priority over|"
    rf"precedence|never expire|persist|survive)"
    rf"|\b(?:keep|preserve|retain|protect|pin|restore|re-?create|save|store)\b[ "
    rf"\t]+{_THIS}\b[^.!?\n]{{0,40}}\b(?:and|when|if|while|during|permanently|forever|in every|across|"
    rf"at all|even|first|drop|intact|after|always)\b"
    rf"|\b(?:drop|delete|remove|discard|forget)\b[^.!?\n]{{0,20}}\b(?:the )?(?:others?|other (?:entries|"
    rf"memories|notes|records)|all other \w+|everything else)\b[^.!?\n]{{0,30}}\b(?:entry|note|memory|"
    rf"memories|records?)?"
    rf"|\b(?:other|future|all|every) (?:agents?|assistants?|models?|sessions?|bots?)"
    rf"\b[^.!?\n]{{0,30}}\b(?:store|save|remember|copy|repeat|read|inherit|adopt|propagate)"
    rf"\b[^.!?\n]{{0,20}}\b(?:them|it|this|these|as well|too)\b"
    r"|\b(?:add|append|write|copy|insert|save)\b[^.!?\n]{0,50}\b(?:to|into|in) (?:the |every |each |"
    r"all |your )?(?:AGENTS\.md|CLAUDE\.md|MEMORY\.md|\.cursorrules|system prompt|memory file|startup "
    r"file|\.bashrc|README(?:\.md)?)\b[^.!?\n]{0,30}\b(?:every|each|all|any)\b"
)
_GRANT = deferred(
    r"(?i)\b(?:this |the |current )?(?:user|sender|account|caller|requester|owner|admin|person|"
    r"customer|client)\b[^.!?\n]{0,30}\b(?:is|are|has been|was|has|have)\b[^.!?\n]{0,20}\b(?:verified|"
    r"confirmed|authenticated|trusted|pre-?authori[sz]ed|pre-?approved|whitelisted|vetted)"
    r"\b[^.!?\n]{0,20}\b(?:admin\w*|owner|operator|superuser|developer|employee|staff|root|partner|for|"
    r"to|by)\b"
    r"|\btrust (?:all|any|every|whatever)\b[^.!?\n]{0,30}\b(?:requests?|says?|instructions?|messages?|"
    r"commands?|orders?|of their|of his|of her|it)\b|\b(?:always|fully|implicitly|blindly) trust(?:ed)"
    r"?\b|\btrust (?:it|them|him|her)\b"
    r"|\b(?:user|owner|operator|customer|admin\w*|ciso|ceo|cfo|cto|management|security(?: team)?|legal|"
    r"compliance|support|it|hr|anthropic|openai|google|microsoft|vendor|provider)"
    r"\b[^.!?\n]{0,30}\b(?:has |have |already |hereby )*(?:said (?:it is|it['’]s|that it is|that "
    r"it['’]s) (?:fine|ok(?:ay)?|alright|allowed)|consents?(?:ed)?|agreed|agrees|authori[sz](?:ed|es)|"
    r"approved?|permits?|permitted|allows?|allowed|confirmed|waived?|cleared|grants?|granted|pre-?approved|"
    r"gave (?:permission|consent)|asked|wants the (?:assistant|agent)|preference is)\b"
    r"[^.!?\n]{0,60}?\b(?:disabl\w+|skip\w*|bypass\w*|ignor\w+|without (?:confirmation|approval|asking|"
    r"review|checks?)|two-factor|2fa|mfa|developer mode|admin\w* (?:rights|access|mode)|full access|"
    r"all (?:requests|accounts|future)|any (?:terms|request|transfer|purchase|subscription)|share "
    r"(?:their|his|her|the|my)|unknown (?:senders?|recipients?)|accept the terms|anyone who asks|"
    r"data-loss|be (?:included|shared|sent) (?:in|to|with))\b"
    r"|\bby order of\b|\bon (?:the )?authority of\b|\b(?:agents?|assistants?|you|ai|it|user|bot|model|"
    r"they)s?\b[^.!?\n]{0,20}\b(?:can|may|are allowed to|is allowed to|have permission to|has "
    r"permission to|are free to|are authori[sz]ed to|is authori[sz]ed to)\b[^.!?\n]{0,20}\b(?:ignore|"
    r"skip|bypass|override|disable|disregard|circumvent|approve|spend|transfer|delete)\b"
    r"|\b(?:assistant|agent|ai|bot|model|user|note|session|account)\b[^.!?\n]{0,20}\b(?:has|have|gets?|"
    r"holds?|with) (?:full |the |unrestricted |permanent )*(?:admin(?:istrator)?|root|superuser|"
    r"unlimited|elevated|developer|owner)(?:['’]s)? (?:rights|access|privileges|permissions?|authority|"
    r"mode)\b"
    r"|\b(?:outranks?|has authority over|is above)\b[^.!?\n]{0,30}\b(?:owner|user|operator|policy|"
    r"rules?|admin)\b|\b(?:approve|grant|allow)s? (?:an? )?(?:unlimited|unrestricted|blanket|full)\b|"
    r"\b(?:refund|transfer|spending|approval|credit) limit is (?:unlimited|removed|void|lifted)\b"
    r"|\b(?:considered|deemed|regarded as|counts? as) (?:pre-?)?(?:approved|"
    r"authori[sz]ed|trusted|verified)\b|\bgrant(?:s|ed)? (?:full |unlimited |admin |root )?(?:access|"
    r"permission)\b|\b(?:authoritative|most trusted|definitive|only trusted|single trusted) (?:source|"
    r"citation|reference|site|provider|page)\b"
    r"|\btreat\b[^.!?\n]{0,60}\bas (?:the |an? )?(?:\w+ )?(?:authoritative|trusted|official|verified|"
    r"reliable|void|binding|final)\b"
)
_GUARDS = (
    r"(?:two[- ]factor(?: auth\w*)?|2fa|mfa|confirmations?|confirmation (?:step|prompt)s?|approvals?|"
    r"approval (?:step|gate)s?|review gates?|verification(?: (?:step|tool|check))?s?|validation(?: "
    r"checks?)?|security (?:checks?|checklists?|scans?|polic(?:y|ies)|warnings?|reviews?|controls?)|"
    r"safety (?:checks?|filters?|guidelines?|measures?|protocols?)|audits?|audit (?:logs?|trails?|"
    r"columns?)|(?:data-loss|dlp|access|content|firewall) rules?|consent(?: columns?| checks?)?|guard "
    r"?rails?|safeguards?|content filters?|moderation|(?:data )?quality (?:checks?|gates?)|(?:all |"
    r"data |failing )?checks|certificate (?:errors?|checks?|verification|warnings?)|warnings? about|"
    r"warnings|gates?|local review|human review|code review|oversight|monitoring|rate limits?|sandbox|"
    r"dq)"
)
_DISABLE = (
    r"(?:disabl(?:e|es|ing)|turn(?:s|ing)? off|switch(?:es|ing)? off|deactivat(?:e|es|ing)|skip(?:s|"
    r"ping)?|bypass(?:es|ing)?|circumvent(?:s|ing)?|suppress(?:es|ing)?|dismiss(?:es|ing)?|ignor(?:e|"
    r"es|ing)|remov(?:e|es|ing)|waiv(?:e|es|ing)|avoid(?:s|ing)?|evad(?:e|es|ing)|omit(?:s|ting)?|"
    r"drop(?:s|ping)?|monkey-?patch(?:es|ing)?|overrid(?:e|es|ing)|without(?: running| doing| any)?|no "
    r"need for)"
)
_GUARD_REMOVAL = deferred(
    rf"(?i)\b{_DISABLE}\b[ \t]+(?:[\w'’\-]+[ \t]+){{0,4}}?{_GUARDS}\b"
    rf"|\b{_GUARDS}\b[^.!?\n]{{0,30}}\b(?:can|may|should|must|is to|are to|need not|needn['’]t)\b(?: be)"
    rf"?[^.!?\n]{{0,12}}\b(?:disabled|skipped|ignored|dismissed|bypassed|waived|suppressed|removed|"
    rf"turned off|switched off)"
    r"|\b(?:rules?|limits?|polic(?:y|ies)|restrictions?|guidelines?|safeguards?|instructions?)"
    r"\b[^.!?\n]{0,40}\b(?:is|are|as|have been|has been|no longer)\b[^.!?\n]{0,15}\b(?:void|outdated|"
    r"obsolete|lifted|suspended|invalid|appl(?:y|ies)|in force|superseded|revoked|cancelled|removed)\b"
    r"|\b(?:SKIP|DISABLE|NO|BYPASS|IGNORE|FORCE)_[A-Z_]{2,40}\s*=\s*(?:1|true|yes|on)\b|--(?:no-verify|"
    r"force|skip-\w+|insecure|no-check\w*|disable-\w+)\b|\bto always pass\b|\b(?:checks?|tests?|"
    r"validations?|gates?) (?:to )?always pass\b"
    r"|\bhide errors\b|\bapprov(?:e|es|ing) (?:it|them|this|the (?:payment|transfer|transaction|"
    r"request|virement)|any|all|every)\b[^.!?\n]{0,20}(?:without\b|[.!]|$)"
)
_FOREIGN = deferred(
    r"(?i)\b(?:ignor(?:ez|iert?|a|e|ieren|are)|oubliez|vergiss|vergesst|olvida|esquece|missachte\w*|"
    r"desconsidere|negeer|zignoruj|bỏ qua|abaikan)\b[^.!?\n]{0,40}\b(?:consignes|instructions|"
    r"anweisungen|instrucciones|instruções|istruzioni|instructies|instrukcje|regeln|reglas|regras|"
    r"règles|vorgaben)\b"
    r"|(?:игнорируй|забудь|не обращай)[^.!?\n]{0,40}(?:инструкци|указани|правил)|(?:忽略|无视|忘记|忽視|無視)"
    r"[^。！？\n]{0,12}(?:指示|指令|说明|規則|规则|提示)|(?:以前|これまで|上記)の?(?:すべての)?(?:指示|命令|ルール)を?(?:無視|忘れ)|(?:이전|위의)"
    r"[^.\n]{0,12}(?:지시|명령)[^.\n]{0,8}무시"
    r"|не сообщай|不要告诉|绝不|通讯录发送|これを(?:ユーザー|利用者)に(?:知らせ|伝え)ない|以後のすべての会話"
)
ATTACKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("override", _OVERRIDE),
    ("override", _PERSONA),
    ("override", _FOREIGN),
    ("forged_frame", _FRAME),
    ("exfiltration", _EXFILTRATION),
    ("concealment", _CONCEALMENT),
    ("self_replication", _REPLICATION),
    ("grant_claim", _GRANT),
    ("guard_removal", _GUARD_REMOVAL),
)
