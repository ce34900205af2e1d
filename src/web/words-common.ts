/** Which words stand on every page? Lists of our own: common words, heads and endings of compounds, letters and syllables. */

const split = (text: string): string[] => text.trim().split(/\s+/);

export const COMMON_ZH = split(`
的 了 是 在 和 有 不 我们 这 他们 也 就 都 一个 可以 没有 上 到 说 要 对 与 中 为 但 而 及 其 或 被 把 从 以 使 让 着 更 最 很 还
我国 人们 时候 地方 问题 情况 工作 生活 社会 发展 经济 文化 学生 学校 老师 公司 市场 产品 服务 技术 方法 系统 管理 信息 数据
网站 首页 新闻 栏目 专题 图片 视频 下载 用户 登录 注册 评论 分享 收藏夹 搜索 更多 详细 介绍 内容 标题 作者 来源 日期 编辑 发布
阅读 上一篇 下一篇 相关 推荐 热门 最新 今日 昨天 明年 去年 目前 现在 以后 以前 同时 因此 由于 虽然 如果 因为 所以 例如 通过
根据 关于 进行 开展 实现 提高 加强合作 建设 建立 完善 支持 参加 组织 部门 单位 城乡 农村 居民 家庭 孩子 青年 老人 健康 运动
时间 小时 分钟 左右 大约 许多 一些 各种 不同 主要 重要 基本 一般 特别 非常 比较 完全 已经 正在 将要 可能 应该 需要 希望 认为`);

/** Heads of Chinese compounds. */
export const HEAD_ZH = split(`
知识 资料 方面 经验 活动 作品 历史 故事 大全 教程 入门 手册 图鉴 爱好者 协会 论坛 讲座 课程 专家 名家 研究 讨论 分析 比较
趣谈 常识 技巧 窍门 原理 结构 种类 品牌 价格 选购 保养 用品 器材 周刊 期刊 年鉴 词典 问答 百科 榜单 盛会 之旅 之最 新手 迷
文集 纪录片 博物馆 基地`);

/** Letters that are paired into further common words; none belongs to a word that names an asked topic. */
export const LETTER_ZH = [
  ...'国人们时间地方年月日工作学生会社政府经济文化教育科技发展建设管理服务市场企业公司产品质价格用户网络信息数据系统项目计划开放合同组',
];

export const COMMON_EN = split(`
the of and to in a is that for it as was with be by on not he this are or his from at which but have an had they you were
their one all we can her has there been if more when will would who so no about what up into than only other time new some
could these two may then do first any my now such like our over man me even most made after also did many before must
through back years where much your way well down should because each just those people how too little state good very make
world still own see men work long get here between both life being under never day same another know while last might us
great old year off come since against go came right used take three home page site news article read next previous search
contact help list index date author source comment share print photo video topic-page section archive member account login
register privacy terms company service product price market school student teacher family children health number group part
place case week point program question night word money story fact month lot study book eye job business issue side kind
four head far black both house friend father power hour game line among several public early course within however`);

/** Endings of English compounds. */
export const ENDING_EN = split(`
s er ers ing ed able ful less ness ship ward wise like hood ism ist ists ity ation ment craft work works house man men way
ways line lines side stone yard field room book paper board time day land maker making keeper holder bearer master proof
point scale shop smith guide`);

/** Beginnings and endings of made-up common English words. */
export const SYLLABLE_EN = split(`
ba be bi bo bu ca ce co cu da de di do du fa fe fi fo ga ge go gu ha he hi ho ja jo ka ke ki la le li lo lu ma me mi mo mu
na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi vo`);
export const CODA_EN = split(`
ban bel bin bor cal cent ckle dan der ding dle don fer fin gan gel ger gle kan ken ket lan let ling lor man mel mer min
mont nal nel ner nic non pan pel per ple ral rel rin ron san sel sen sion sor tal tel ter tin tle ton val vel ver vin von`);

/** Parts of host names. */
export const HOST_SYLLABLE = split(`
an ba cor da el fi gor ha il ja ka lu mi no ol pa qui ra su ta ul va wen xi yo za bri cla dre flo gri kle mor nel pra`);

/** Folder names of addresses. */
export const FOLDER = split(`
news info article view list doc item page read show detail content post data files node entry section`);
