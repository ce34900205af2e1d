/** Which words do pages off the asked topic use? Roots of five topics in two languages, out of which words are composed. */

export interface TopicRoots {
  /** Name in the labels; never on a page or in an address. */
  readonly name: string;
  readonly zh: readonly string[];
  readonly en: readonly string[];
}

const split = (text: string): string[] => text.trim().split(/\s+/);

export const OTHER: readonly TopicRoots[] = [
  {
    name: 'cooking',
    zh: split(`
      烹饪 菜谱 食材 厨房 火候 调料 酱油 食盐 白糖 米醋 料酒 花椒 八角 生姜 大蒜 葱花 辣椒 豆腐 猪肉 牛肉 羊肉 鸡蛋 鲈鱼 虾仁
      面粉 米饭 馒头 饺子 面条 包子 汤圆 粽子 月饼 蛋糕 饼干 奶油 芝士 蘑菇 茄子 土豆 番茄 黄瓜 白菜 菠菜 萝卜 莲藕 竹笋 豆角
      炒锅 砂锅 蒸笼 烤箱 菜刀 砧板 红烧 清蒸 油炸 凉拌 炖汤 腌制 刀工 摆盘`),
    en: split(`
      cook recipe kitchen flour butter sugar salt pepper garlic onion ginger sauce soup stew roast bake grill fry noodle rice
      dough bread cake pastry cream cheese egg beef pork lamb chicken salmon shrimp tomato potato carrot mushroom spinach
      basil oven skillet`),
  },
  {
    name: 'astronomy',
    zh: split(`
      星系 恒星 行星 卫星轨道 彗星 流星 黑洞 星云 银河 望远镜 光谱 红移 光年 视星等 食双星 变星 超新星 中子星 脉冲星 类星体
      白矮星 红巨星 主序星 星团 星座 猎户座 仙女座 天鹅座 金星 火星 木星 土星 冥王星 小行星 陨石 日食 月食 日冕 耀斑 黄道 赤经
      赤纬 视差 宇宙 暗物质 暗能量 微波背景 膨胀 引力波 引力透镜 探测器 着陆器 轨道器 观测 巡天 口径 焦距 目镜 赤道仪 星图`),
    en: split(`
      star galaxy planet comet meteor nebula quasar pulsar telescope orbit eclipse moon lunar solar corona spectrum redshift
      parallax cosmos asteroid crater mars venus jupiter saturn mercury pluto orion andromeda zenith astro photon gravity
      supernova dwarf cluster lens aperture probe lander`),
  },
  {
    name: 'football',
    zh: split(`
      足球 球队 球员 射门 进球 传球 门将 后卫 中场 前锋 教练 裁判 点球 角球 越位 任意球 红牌 黄牌 替补 首发 阵型 联赛 杯赛 决赛
      半决赛 小组赛 冠军 亚军 积分榜 射手榜 助攻 帽子戏法 转会 租借 合同 青训 球迷 球场 看台 德比 主场 客场 加时 补时 扑救 抢断
      盘带 头球 凌空 反击 逼抢 边路 禁区 门柱 球衣 队长 俱乐部 足协 世界杯 欧冠`),
    en: split(`
      goal striker midfield defend keeper penalty corner offside referee coach league cup final champion transfer squad
      stadium derby kick pass tackle dribble header winger captain bench substitute score match season fixture trophy fan
      club pitch ball boot jersey whistle shootout`),
  },
  {
    name: 'railway',
    zh: split(`
      铁路 列车 火车 机车 车站 站台 轨道 道岔 信号灯 车厢 座席 卧铺 车票 检票 时刻表 高铁 动车 地铁 轻轨 货运 客运 编组 调度
      司机 乘务 线路 枕木 钢轨 接触网 受电弓 牵引 制动 转向架 轮对 路基 道砟 桥梁 车辆段 枢纽 干线 支线 复线 电气化 内燃机
      蒸汽机 蒸汽机车 铁道 铁路局 候车室 行李 晚点 正点 提速 里程 轨距 窄轨 磁悬浮 缆车 有轨电车 集装箱车`),
    en: split(`
      rail train locomotive carriage station platform signal switch sleeper freight passenger ticket timetable engine boiler
      steam diesel electric bogie wheel axle brake coupling gauge-line junction depot yard crossing viaduct conductor driver
      guard commuter tram metro express wagon tender ballast pantograph`),
  },
  {
    name: 'painting',
    zh: split(`
      绘画 画家 油画 国画 素描 水彩 版画 壁画 画布 颜料 画笔 调色板 构图 透视 色彩 明暗 线条 笔触 肖像 静物 风景画 山水画
      花鸟画 工笔 写意 书法 印章 宣纸 墨色 留白 装裱 画框 画廊 展览 美术馆 收藏 拍卖 鉴赏 临摹 写生 印象派 立体派 抽象派
      野兽派 浪漫派 文艺复兴 巴洛克 洛可可 敦煌 唐卡 木刻 雕塑 陶艺 插画 漫画 水粉 炭笔 粉彩 丙烯 蛋彩`),
    en: split(`
      paint canvas brush palette portrait landscape sketch easel fresco mural pigment colour shade tint hue contour stroke
      gallery museum exhibit curator auction artist etching engraving lithograph watercolour pastel charcoal acrylic varnish
      frame still-life baroque renaissance cubist abstract impressionist sculptor studio`),
  },
];
