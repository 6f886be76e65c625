/** Below a width rows have two lines. */
const twoLines = (width: number, which: string) =>
  `@container blk (max-width:${width}px){${which} .dk{display:none}${which} .ph2{display:block}${which} tbody :is(th,td){height:48px;padding-block:6px}${which} tbody th{width:100%}${which} .r:not(.dk){padding-inline-end:0}}\n`;

/** Names above narrow columns are read from below. */
const upright = (which: string) =>
  `${which} thead th:not(:first-child){height:96px;padding:0 0 4px}${which} thead span{display:inline-block;max-height:92px;overflow:hidden;text-overflow:ellipsis;writing-mode:vertical-rl;transform:rotate(180deg);text-align:start}`;

/** Tables of blocks, grids of shades, and the tables beside charts. Where there is little room a row has two lines. */
export const kitTables = `
table{border-collapse:collapse;width:100%;font-size:13px}th{text-align:start}.r{text-align:end;white-space:nowrap}
.tb thead th{height:32px;padding:0 12px;font-size:12px;line-height:16px;font-weight:500;color:var(--ink-3);vertical-align:middle;white-space:nowrap}.tb tbody :is(th,td){height:32px;padding:0 12px;border-bottom:1px solid var(--line)}.tb thead th{border-bottom:1px solid var(--line)}
.tb tbody th{width:60%;max-width:0;font-weight:400}.tb tbody th.m,.tb .al th{font-weight:500}.tb .nm{width:40%;max-width:0}.tb .t{display:block}
.tb :is(th,td):first-child{padding-inline-start:0}.tb :is(th,td):last-child{padding-inline-end:0}.tb tbody tr:last-child>*{border-bottom:0}.tb .al>*{border-top:1px solid var(--line-strong)}
.ph2>span{display:inline-block;max-width:100%;margin-inline-end:8px}.ph2{display:none;font-size:12px;line-height:16px;font-weight:400;color:var(--ink-2);white-space:normal;overflow-wrap:anywhere}
.more{margin-top:8px}.more>summary{width:max-content;max-width:100%;font-size:13px;color:var(--accent-ink);cursor:pointer;list-style:none}.more>summary::-webkit-details-marker{display:none}.more[open]>summary{color:var(--ink-3);margin-bottom:8px}.more tbody tr{content-visibility:auto}
.ht{table-layout:fixed;border-collapse:separate;border-spacing:2px;margin:-2px}.ht th{font-size:12px;line-height:16px;font-weight:400;color:var(--ink-2);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.ht thead th{padding:0 2px 4px;color:var(--ink-3);text-align:center;vertical-align:bottom}.ht thead th:first-child,.ht tbody th{width:160px;padding-inline-end:8px;text-align:start}.ht tbody th{font-size:13px;color:var(--ink)}
.ht td{height:28px;white-space:nowrap;overflow:hidden;padding:0;border-radius:3px;text-align:center;font-size:12px;background:color-mix(in oklab,var(--chart-edge) var(--s),var(--canvas))}.ht td.no{background:var(--sunken)}.ht td.ot{background:var(--chart-other-pale)}.ht td a{display:block;line-height:28px}
${upright(":is(.mc,.lc)")}.ht:is(.mc,.lc) td{height:24px;font-size:11px}.ht:is(.mc,.lc) td a{line-height:24px}
.hl{align-items:center}.ramp{width:64px;height:8px;border-radius:2px;background:linear-gradient(90deg in oklab,color-mix(in oklab,var(--chart-edge) 10%,var(--canvas)),color-mix(in oklab,var(--chart-edge) 60%,var(--canvas)))}
.tt>summary{position:absolute;top:0;inset-inline-end:0;display:grid;place-content:center;width:24px;height:24px;border-radius:6px;color:var(--ink-3);cursor:pointer;list-style:none}.tt>summary::-webkit-details-marker{display:none}.tt>summary svg{fill:none;stroke:currentcolor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.tt>summary:hover{background:var(--hover);color:var(--ink)}.tt[open]>summary{background:var(--pressed);color:var(--ink)}.vz:has(+.tt[open]){display:none}
.as{position:absolute;top:0;inset-inline-end:0;display:flex;gap:4px;opacity:0}.tg>.as{inset-inline-end:28px}.as button{display:grid;place-content:center;width:24px;height:24px;padding:0;border:0;border-radius:6px;background:var(--canvas);color:var(--ink-3);cursor:pointer}.as button:hover{background:var(--hover);color:var(--ink)}.as svg{fill:none;stroke:currentcolor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}.blk:hover>.as,.as:focus-within{opacity:1}.blk:has(>.as):hover>.hd>.lg,.blk:has(>.as:focus-within)>.hd>.lg{visibility:hidden}
@media (hover:none){.as{position:static;justify-content:end;opacity:1;margin-top:4px}}
.tws{max-height:420px;overflow:auto;border-bottom:1px solid var(--line)}.tw th,.tw td{height:28px;padding:0 12px;border-bottom:1px solid var(--line);text-align:end;white-space:nowrap}.tw thead th{position:sticky;top:0;background:var(--canvas);font-size:12px;font-weight:500;color:var(--ink-3);box-shadow:0 1px 0 var(--line)}.tw :is(th,td):first-child,.tw .l{padding-inline-start:0;text-align:start;font-weight:400}.tw thead th:first-child{font-weight:500}.tw tbody tr:last-child>*{border:0}.tw .al>*{font-weight:500}
.df{display:grid;gap:2px;margin-top:10px;font-size:12px;line-height:16px;color:var(--ink-3)}.df dt{display:inline;color:var(--ink-2)}.df dt::after{content:": "}.df dd{display:inline}
${twoLines(700, ":is(.w6,.w7)")}${twoLines(600, ":is(.w5,.w6,.w7)")}${twoLines(520, ":is(.w4,.w5,.w6,.w7)")}${twoLines(460, ".tb")}
@container blk (max-width:700px){${upright(".sc")}}
@container blk (max-width:460px){.ht thead th:first-child,.ht tbody th{width:34%}
.ht.mc td,.ht.mc td a{font-size:0}}
@container blk (max-width:880px){.lc{border-spacing:1px}.ht.lc td,.ht.lc td a{font-size:0}}
@media print{.as{display:none}.tws{max-height:none;overflow:visible}.tb tbody :is(th,td),.tb thead th{height:26px}.ht td{height:22px}}`;
